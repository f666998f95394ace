// SPDX-License-Identifier: MIT
// Light or dark: what the system says, unless somebody chose.
import {effect, signal} from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

function stored(): Theme {
  try {
    const text = localStorage.getItem('assay-theme');
    return text === 'light' || text === 'dark' ? text : 'system';
  } catch {
    return 'system';
  }
}

export const theme = signal<Theme>(stored());
/** Counts up whenever colours change: pictures on canvases draw anew. */
export const colours = signal(0);

export function nextTheme(): void {
  theme.value = theme.value === 'system' ? 'light' : theme.value === 'light' ? 'dark' : 'system';
}

const systemDark = signal(false);

export function startTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  systemDark.value = dark.matches;
  dark.addEventListener('change', () => {
    systemDark.value = dark.matches;
  });
  const narrow = matchMedia('(max-width: 1079px)');
  small.value = narrow.matches;
  narrow.addEventListener('change', () => {
    small.value = narrow.matches;
  });
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value === 'system' ? (systemDark.value ? 'dark' : 'light') : theme.value;
    try {
      if (theme.value === 'system') localStorage.removeItem('assay-theme');
      else localStorage.setItem('assay-theme', theme.value);
    } catch {
      // nothing is kept where nothing may be kept
    }
    colours.value = colours.peek() + 1;
  });
}

/** What is chosen covers the page: as in styles/main.css. */
export const small = signal(false);

/** A colour by the name of its custom property. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

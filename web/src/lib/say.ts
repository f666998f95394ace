// SPDX-License-Identifier: MIT
// What a screen reader is told when something changes by itself.
import {signal} from '@preact/signals';

export const said = signal('');

export function say(text: string): void {
  said.value = said.peek() === text ? `${text}\u00a0` : text;
}

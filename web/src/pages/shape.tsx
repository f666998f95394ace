// SPDX-License-Identifier: MIT
// The picture of a run, one for each machine.
import type {JSX} from 'preact';
import type {RunPage} from '../data/types';
import {AgentPicture, GoalsPicture} from './shape_goals';
import {LoopPicture} from './shape_loop';
import {PipelinePicture} from './shape_pipeline';
import {VerifyPicture} from './shape_verify';

export interface ShapeProps {
  page: RunPage;
  selected: string;
  at: string;
  onPart: (id: string) => void;
  onAttempt: (name: string, n: number) => void;
}

export function Shape({page, selected, at, onPart, onAttempt}: ShapeProps): JSX.Element | null {
  if (page.verify) return <VerifyPicture page={page} shape={page.verify} selected={selected || at} onPart={onPart} />;
  if (page.loop) return <LoopPicture shape={page.loop} selected={selected} onPart={onPart} />;
  if (page.pipeline) return <PipelinePicture page={page} shape={page.pipeline} selected={selected} onPart={onPart} />;
  if (page.goals) return <GoalsPicture shape={page.goals} />;
  if (page.agent) return <AgentPicture shape={page.agent} onAttempt={onAttempt} />;
  return null;
}

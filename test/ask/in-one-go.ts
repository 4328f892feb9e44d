// Documents that are parsed and asked without a pause.
import { finding, selecting, treeIn } from '../../src/ask';
import type { Tape } from '../../src/shared/json/tape';
import { inOneGo } from '../../src/shared/slices';

export const treeOf = (text: string): Tape | undefined => inOneGo(treeIn(text));
export const select = (...asked: Parameters<typeof selecting>) => inOneGo(selecting(...asked));
export const find = (...asked: Parameters<typeof finding>) => inOneGo(finding(...asked));

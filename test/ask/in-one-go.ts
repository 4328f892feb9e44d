// Documents that are parsed and asked without a pause.
import { finding, selecting, type Tree, treeIn } from '../../src/ask';
import { inOneGo } from '../../src/shared/slices';

export const treeOf = (text: string): Tree | undefined => inOneGo(treeIn(text));
export const select = (...asked: Parameters<typeof selecting>) => inOneGo(selecting(...asked));
export const find = (...asked: Parameters<typeof finding>) => inOneGo(finding(...asked));

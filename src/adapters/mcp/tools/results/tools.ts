// The toolset `results`; read_result itself is part of the gateway.
import { expandResult } from './expand-result';
import { showContext } from './show-context';

export const RESULT_TOOLS = [expandResult, showContext];

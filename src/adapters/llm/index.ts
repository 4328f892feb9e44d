// Pass-through to model providers: forwards requests without the results that have left the context (docs/llm.md).
export { targetOf } from './forward';
export { PassThrough } from './pass-through';

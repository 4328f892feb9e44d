// Memory: the published rules, workflows and context of a workspace, and drafts of them (docs/memory.md).

// The hub: one workspace's memory as a service over a store; `Hub` holds the types of its answers.

export type { BindingRule } from './hub/binding-rules';
export { createHub, type DraftBodies, type Hub, submitDraft, viewDraft } from './hub/hub';
export type { Caller } from './types';

// Review by people: the actions that need a draft's body, which is stored apart from the hub.

export type { DraftView } from './hub/draft-view';

// The tools of agents by name, and how activated documents read in a prompt.

export { aliasOf } from './hub/context';
export { activationText } from './search/activation';
export type { ToolServices } from './tools/tool';
export { ACTIVATION_BUDGET, MEMORY_TOOLS } from './tools/tools';

// Storage: the tables of a workspace, the port of drafts' bodies, and what is kept.

export { createMemoryStore } from './storage/memory-store';
export type { Constraint, ObjectMeta, Version } from './types';

// Documents: validation, constraints and their identity, and content hashes.

export { MAX_DOCUMENT_BYTES, parseConstraints, readDocument } from './document/document';
export { compareConstraints, hasCode, normalized } from './document/identity';
export { plainWords } from './document/plain-text';
export { contentHash, holdsHash, shortHash, TEXT_DIGITS } from './hash';

// Files: a repository's rules, their sync with a workspace, and their export.

export { agentsFile } from './files/agents-md';
export { importsOf } from './files/claude-imports';
export { isImportable, OWN_FOLDER, objectPathOf } from './files/paths';
export { mergeTexts, threeWay } from './files/three-way';

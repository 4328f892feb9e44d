// The face of memory: all that other rooms may import.
export { activationText } from './activation-text';
export { agentsFile } from './agents-file';
export type { Attestation, AttestationQuery, NewAttestation } from './attestation';
export { compareConstraints } from './compare';
export { parseConstraints } from './constraints';
export { MOST_BYTES, readDocument } from './document';
export { DRAFT_BODY_TTL_MS, type DraftBodies } from './draft-bodies';
export type { ReviewFault } from './faults';
export { isImportable, OWN_FOLDER, ownPlaceOf, placeOf, whereOf } from './folder';
export { contentHash, holdsHash, shortHash } from './hash';
export { aliasOf } from './hub/alias';
export type { BindingRule } from './hub/binding';
export { createHub, type RemoteHub } from './hub/hub';
export type { AttestationPage, Overlaps } from './hub/observing';
export type { ExportedFile, ObjectEntry, Published } from './hub/publishing';
export type { Reviewer } from './hub/reviewing';
export { hasCode, normalized } from './identity';
export { type Import, importsOf } from './imports';
export { plainWords } from './inline';
export { type Conflict, type Region, regionsOf, resolved, type Settled } from './merge-regions';
export { DEFAULT_META_PROMPT } from './meta-prompt';
export { kindOf } from './paths';
export type { DraftEntry, DraftView, Side } from './review';
export { submitDraft, viewDraft } from './review-service';
export { type Scope, scopeOf } from './scope';
export { bodyDocument, nameDocument, partDocuments } from './search-documents';
export {
	type Binding,
	type MemoryStore,
	NAME_COLUMNS,
	PART_COLUMNS,
	type Tally,
	type VersionMeta,
} from './store';
export { type BaseFile, type Step, type ThereFile, threeWay } from './three-way';
export type { ToolServices } from './tools/answer';
export { LEAST_BUDGET, MOST_BUDGET } from './tools/memactivate';
export { MEMORY_TOOLS, type MemoryToolName } from './tools/tools';
export type { Caller, Constraint, Draft, DraftState, Kind, ObjectMeta, Version } from './types';
export type { DeadRule } from './usage';

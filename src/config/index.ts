// Configuration: reads, validates, merges and edits documents, and resolves the settings of an endpoint (docs/config.md).

// The config in force of a workspace: its service, editor and ledger of versions.
export { ConfigEditor } from './editor';
export { ConfigLedger } from './history';
// Hosts: their limits, and the window of a conversation.
export {
	HOSTS,
	type HostChoice,
	hostOfClient,
	isHostChoice,
	type Window,
	windowOf,
} from './hosts';
// Documents: parsed, joined in layers, shown without secrets.
export { effective } from './layers';
export {
	fillSecrets,
	MASK,
	masked,
	referencesIn,
	secretNameFault,
	withoutReferences,
} from './mask';
export { noteEarlier } from './moves';
export { type Format, formatOf, LARGEST_DOCUMENT, parseConfig } from './parse';
// Settings of one endpoint, and the treatment of a call there.
export {
	canProtect,
	entryFor,
	isToolAllowed,
	policyFor,
	settingsFor,
	steadyVariant,
	type Variant,
	variantFor,
} from './policy';
export type { Config, EndpointConfig, GatherSetting } from './schema';
export { ConfigService } from './service';
// Checks texts for use in a header.
export { headerTextFault } from './upstream-schema';

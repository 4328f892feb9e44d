// Configuration: reads, validates, merges and edits documents, and resolves the settings of an endpoint (docs/config.md).
export type { Change, Changes } from './diff';
export {
	ConfigEditor,
	type EditFault,
	type Preview,
	type Replacement,
	type Rollback,
	type ShownDocument,
	type UpstreamWish,
} from './editor';
export type { GatherSetting } from './gather';
export { isToolAllowed } from './glob';
export { headerTextFault } from './headers';
export { type ConfigHistory, ConfigLedger, type ConfigVersion, type KeptVersion } from './history';
export {
	HOST_CHOICES,
	HOST_NAMES,
	HOSTS,
	type HostChoice,
	type HostName,
	hostFor,
	hostOfClient,
	isHostChoice,
	type Window,
	windowOf,
} from './hosts';
export type { Issue } from './issues';
export { effective } from './layers';
export { masked, type Viewer } from './mask';
export { type Format, formatOf, LARGEST_DOCUMENT, parseConfig } from './parse';
export { entryFor, policyFor, settingsFor } from './policy';
export { canProtect, steadyVariant, type Variant, variantFor } from './rollout';
export type { Config } from './schema';
export {
	fillSecrets,
	keyOf,
	MASK,
	referencesIn,
	type SecretReference,
	secretNameFault,
	withoutReferences,
} from './secret-reference';
export { ConfigService, type ConfigServiceOptions } from './service';
export type { ConfigStore } from './store';

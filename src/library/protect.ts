// `loadline/protect`: protection for programs with a loop of their own (docs/library.md).
export {
	createProtection,
	type Owner,
	type ProtectedCall,
	type Protection,
	type ProtectionOptions,
	type ToolDescription,
} from './protection';
export type { CallToolResult } from './wire-result';

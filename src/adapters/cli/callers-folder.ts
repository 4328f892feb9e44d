// Base folder of paths on the command line.

/** npm runs scripts in the package's folder and says where it was called from. */
export function callersFolder(): string {
	const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
	return script === 'loadline' && folder !== undefined ? folder : process.cwd();
}

// The environment of a server that is a process: what programs need to run, and what is named for it.
import { stdioEnvironment } from '../mcp';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Beside those of the MCP SDK: language, time zone, temporary and personal folders, and the paths of certificate
 * authorities, without which `npx` reaches no registry where a network has its own.
 */
const NEEDED =
	/^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TMPDIR|TMP|XDG_[A-Z_]+|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/;
/** Loadline's own, for which nobody asks but by name. */
const OWN = /^(?:LOADLINE|UPSTREAM)_/i;

/**
 * Returns the variables that a server is given of those of this process.
 * @param names of others; `*` for all but Loadline's own
 */
export const serverEnvironment = (all: Variables, names: readonly string[] = []): Variables => {
	const isGiven = (name: string) =>
		NEEDED.test(name) || names.includes(name) || (names.includes('*') && !OWN.test(name));
	const given = Object.entries(all).filter(([name]) => isGiven(name));
	return { ...stdioEnvironment(), ...Object.fromEntries(given) };
};

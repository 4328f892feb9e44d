// Header names and values an operator may configure for an upstream (RFC 9110, 5.1 and 5.5).
import { isSecretName, SECRET_NAME } from './issues';
import { MASK, referenceFault } from './mask';

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const VALUE = /^[\t\x20-\x7e]*$/;
const LONGEST_VALUE = 8192;

/** Set by the transport or by MCP itself; a configured one would break or forge a request. */
const FORBIDDEN = new Set([
	...'accept accept-encoding connection content-encoding content-length cookie'.split(' '),
	...'content-type expect forwarded host keep-alive last-event-id set-cookie te'.split(' '),
	...'trailer transfer-encoding upgrade via x-real-ip'.split(' '),
]);
const FORBIDDEN_PREFIXES = ['cf-', 'mcp-', 'proxy-', 'sec-', 'x-forwarded-'];

/** Why a header may not be configured under this name; null when it may. */
export const headerNameFault = (name: string): string | null => {
	if (!TOKEN.test(name))
		return "must be a header name: 1 to 100 letters, digits and !#$%&'*+.^_`|~-";
	if (isSecretName(name)) return SECRET_NAME;
	const lower = name.toLowerCase();
	if (FORBIDDEN.has(lower) || FORBIDDEN_PREFIXES.some((prefix) => lower.startsWith(prefix)))
		return 'may not be configured: the transport sets this header; credentials go in Authorization or a header of the upstream';
	return null;
};

/** Why a text cannot be a header's value; null when it can. Also for values with secrets filled in. */
export const headerTextFault = (value: string): string | null => {
	if (value === '') return 'must not be empty';
	if (value.length > LONGEST_VALUE) return `must have at most ${LONGEST_VALUE} characters`;
	if (!VALUE.test(value))
		return 'must be printable ASCII on one line (no line breaks, no control characters)';
	if (value !== value.trim()) return 'must not begin or end with a space';
	return null;
};

/** Why a configured header value is refused; null when it is fine. */
export const headerValueFault = (value: string): string | null => {
	if (value.includes(MASK))
		return `holds the mask ${MASK} that stands for hidden values: give the value itself, or \${secret:UPSTREAM_NAME}`;
	return headerTextFault(value) ?? referenceFault(value);
};

// Web Crypto: digests, random ids, keys of handles, and a box that seals secrets.

export type { Resealed, SealedBox, SealedPorts } from './sealed-box';
// Sealing: AES-GCM under a key derived from the deployment's secret.
export { createSealedBox, resealAll } from './sealed-box';
// Digests, random values and the signature of handles.
export {
	createHandleHmac,
	digestHex,
	randomCallId,
	randomSecret,
	randomSnapshotId,
	sha256,
	shortDigest,
} from './web-crypto';

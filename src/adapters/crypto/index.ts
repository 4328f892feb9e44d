// Web Crypto: digests, random ids, keys of handles, and a box that seals secrets.
export { createSealedBox, type Resealed, resealAll, type SealedBox } from './sealed-box';
export {
	createHandleHmac,
	DEVELOPMENT_SECRET,
	digestHex,
	fromHex,
	randomCallId,
	randomSecret,
	randomSnapshotId,
	type Secrets,
	sha256,
	shortDigest,
	toHex,
} from './web-crypto';

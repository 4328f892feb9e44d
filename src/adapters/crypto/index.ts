// The face of adapters/crypto: all that other rooms may import.
export {
	digestPassphrase,
	isPassphrase,
	LEAST_PASSPHRASE,
	LONGEST_PASSPHRASE,
	type PassphraseDigest,
} from './passphrase';
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

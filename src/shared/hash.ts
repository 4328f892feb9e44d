// Hashes that platforms compute, as arguments of pure code.

/** SHA-256 of bytes, 32 bytes. */
export type Sha256 = (data: Uint8Array) => Promise<Uint8Array>;

/** 32 bytes of HMAC-SHA-256 under the handle key; null when there is no previous key. */
export type Hmac = (key: 'current' | 'previous', data: Uint8Array) => Promise<Uint8Array | null>;

/** Of this release: package.json's, to which `npm run bump` sets it. */
export const VERSION = '0.1.0';

// Stands in the deployed Worker for what routes declare of their answers: no request reads it (wrangler.toml).
module.exports = {};

// The documentation as a site: it builds, every link and anchor in it leads somewhere, and the document of the API is
// one of OpenAPI.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(process.execPath, ['scripts/site.mjs'], { stdio: 'inherit' });
process.exitCode = status ?? 1;

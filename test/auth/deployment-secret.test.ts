import { expect, it } from 'vitest';
import { deploymentSecretFault } from '../../src/auth/deployment-secret';

const strong = '0123456789abcdef0123456789abcdef';

it('the secret of a deployment is there, strong, and never quoted', () => {
	expect(deploymentSecretFault([strong])).toBeNull();
	expect(deploymentSecretFault([strong, `${strong}x`])).toBeNull();
	expect(deploymentSecretFault([])).toContain('not set');
	for (const secrets of [['x'], ['x'.repeat(64)], [strong, 'hunter2'], ['hunter2', strong]]) {
		expect(deploymentSecretFault(secrets)).toContain('weak');
		expect(deploymentSecretFault(secrets)).not.toContain('hunter2');
	}
	expect(deploymentSecretFault([strong, strong, strong])).toContain('new,old');
});

// Lists as shops, customer systems and clouds answer them, after each API's documentation; all values
// are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const stripe = (): ApiList => {
	const m = made('stripe');
	const data = m.list(60, () => {
		const id = `ch_3${m.token(21)}`;
		const who = m.person();
		const amount = m.int(300, 90_000);
		return {
			id,
			object: 'charge',
			amount,
			amount_captured: amount,
			amount_refunded: 0,
			application: null,
			application_fee: null,
			balance_transaction: `txn_3${m.token(21)}`,
			billing_details: {
				address: { city: null, country: m.pick(['DE', 'FR', 'US']), line1: null, line2: null },
				email: who.email,
				name: who.name,
				phone: null,
			},
			calculated_statement_descriptor: 'ACME SHOP',
			captured: true,
			created: m.int(1_730_000_000, 1_793_000_000),
			currency: m.pick(['eur', 'usd', 'gbp']),
			customer: m.maybe(`cus_${m.token(14)}`),
			description: m.maybe(`Order ${m.int(1000, 9999)}`, 0.2),
			disputed: false,
			failure_code: null,
			failure_message: null,
			fraud_details: {},
			invoice: null,
			livemode: true,
			metadata: { order_id: String(m.int(1000, 9999)) },
			outcome: {
				network_status: 'approved_by_network',
				reason: null,
				risk_level: 'normal',
				risk_score: m.int(1, 60),
				seller_message: 'Payment complete.',
				type: 'authorized',
			},
			paid: true,
			payment_intent: `pi_3${m.token(21)}`,
			payment_method: `pm_1${m.token(21)}`,
			payment_method_details: {
				card: {
					brand: m.pick(['visa', 'mastercard']),
					checks: { cvc_check: 'pass' },
					country: 'DE',
					exp_month: m.int(1, 12),
					exp_year: 2028,
					fingerprint: m.token(16),
					funding: 'credit',
					last4: m.token(4, '0123456789'),
				},
				type: 'card',
			},
			receipt_email: null,
			receipt_url: `https://pay.stripe.example/receipts/payment/${m.token(60)}`,
			refunded: false,
			shipping: null,
			source: null,
			status: m.pick(['succeeded', 'succeeded', 'pending', 'failed']),
		};
	});
	const need = ['id', 'amount', 'currency', 'status', 'billing_details/name'];
	return {
		name: 'stripe_charges',
		path: ['data'],
		need,
		value: { object: 'list', url: '/v1/charges', has_more: true, data },
	};
};

export const hubspot = (): ApiList => {
	const m = made('hubspot');
	const results = m.list(70, () => {
		const who = m.person();
		const createdAt = m.time();
		const id = m.token(11, '0123456789');
		return {
			id,
			properties: {
				createdate: createdAt,
				email: who.email,
				firstname: who.first,
				hs_object_id: id,
				lastmodifieddate: m.time(),
				lastname: who.last,
				company: m.maybe(`${m.person().last} GmbH`),
				lifecyclestage: m.pick(['lead', 'customer', 'subscriber']),
			},
			createdAt,
			updatedAt: m.time(),
			archived: false,
			url: `https://app.hubspot.example/contacts/1/record/0-1/${id}`,
		};
	});
	const need = ['properties/firstname', 'properties/lastname', 'properties/email'];
	const paging = { next: { after: m.token(8), link: 'https://api.hubapi.example/x?after=1' } };
	return { name: 'hubspot_contacts', path: ['results'], need, value: { results, paging } };
};

export const salesforce = (): ApiList => {
	const m = made('salesforce');
	const records = m.list(80, () => {
		const Id = `001${m.token(15, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef0123456789')}`;
		const attributes = { type: 'Account', url: `/services/data/v62.0/sobjects/Account/${Id}` };
		return {
			attributes,
			Id,
			IsDeleted: false,
			MasterRecordId: null,
			Name: `${m.person().last} ${m.pick(['Logistics', 'Foods', 'Energy', 'Labs'])}`,
			Type: m.maybe(m.pick(['Customer - Direct', 'Prospect'])),
			ParentId: null,
			BillingCity: m.pick(['Lyon', 'Oslo', 'Austin', 'Nairobi']),
			Phone: m.maybe(`+33 1 ${m.token(8, '0123456789')}`),
			Industry: m.pick(['Energy', 'Retail', 'Banking', 'Media']),
			AnnualRevenue: m.maybe(m.int(1, 900) * 100_000),
			NumberOfEmployees: m.maybe(m.int(3, 9000)),
			Description: m.maybe(m.text(m.int(1, 4)), 0.5),
			OwnerId: `005${m.token(15)}`,
			CreatedDate: m.time(),
			SystemModstamp: m.time(),
			PhotoUrl: `/services/images/photo/${Id}`,
		};
	});
	return {
		name: 'salesforce_accounts',
		path: ['records'],
		need: ['Id', 'Name', 'Industry', 'AnnualRevenue'],
		value: { totalSize: 80, done: true, records },
	};
};

export const woocommerce = (): ApiList => {
	const m = made('woocommerce');
	const products = m.list(50, (at) => {
		const name = `${m.pick(['Oak', 'Steel', 'Linen', 'Clay'])} ${m.pick(['chair', 'lamp', 'bowl', 'throw'])} ${m.int(1, 99)}`;
		const slug = name.toLowerCase().replaceAll(' ', '-');
		const price = `${m.int(5, 400)}.${m.int(10, 99)}`;
		return {
			id: 800 - at,
			name,
			slug,
			permalink: `https://shop.example/product/${slug}/`,
			date_created: m.time(),
			date_created_gmt: m.time(),
			date_modified: m.time(),
			type: 'simple',
			status: 'publish',
			featured: false,
			catalog_visibility: 'visible',
			description: `<p>${m.text(m.int(2, 6))}</p>`,
			short_description: `<p>${m.text(1)}</p>`,
			sku: `${m.token(3, 'ABCDEFGH')}-${m.int(100, 999)}`,
			price,
			regular_price: price,
			sale_price: '',
			on_sale: false,
			purchasable: true,
			total_sales: m.int(0, 900),
			virtual: false,
			tax_status: 'taxable',
			tax_class: '',
			manage_stock: false,
			stock_quantity: null,
			stock_status: m.pick(['instock', 'instock', 'outofstock']),
			weight: '',
			dimensions: { length: '', width: '', height: '' },
			categories: [{ id: m.int(1, 9), name: m.pick(['Living', 'Kitchen']), slug: 'living' }],
			images: [
				{
					id: m.int(1, 9999),
					src: `https://shop.example/wp-content/uploads/${m.token(12)}.jpg`,
					name: '',
					alt: '',
				},
			],
			related_ids: m.list(4, () => m.int(1, 800)),
			meta_data: [],
			_links: { self: [{ href: `https://shop.example/wp-json/wc/v3/products/${800 - at}` }] },
		};
	});
	return {
		name: 'woocommerce_products',
		path: [],
		need: ['id', 'name', 'price', 'sku', 'stock_status'],
		value: products,
	};
};

export const ec2 = (): ApiList => {
	const m = made('ec2');
	const Reservations = m.list(40, () => ({
		ReservationId: `r-0${m.token(16)}`,
		OwnerId: '123456789012',
		Groups: [],
		Instances: [
			{
				AmiLaunchIndex: 0,
				ImageId: `ami-0${m.token(16)}`,
				InstanceId: `i-0${m.token(16)}`,
				InstanceType: m.pick(['t3.micro', 'm6i.large', 'c7g.xlarge']),
				KeyName: 'ops',
				LaunchTime: m.time(),
				Monitoring: { State: 'disabled' },
				Placement: {
					AvailabilityZone: m.pick(['eu-central-1a', 'eu-central-1b']),
					Tenancy: 'default',
				},
				PrivateDnsName: `ip-10-0-${m.int(0, 9)}-${m.int(1, 250)}.internal.example`,
				PrivateIpAddress: `10.0.${m.int(0, 9)}.${m.int(1, 250)}`,
				State: { Code: 16, Name: m.pick(['running', 'running', 'stopped']) },
				SubnetId: `subnet-0${m.token(16)}`,
				VpcId: 'vpc-0a1b2c3d4e5f60718',
				Architecture: 'x86_64',
				BlockDeviceMappings: [
					{
						DeviceName: '/dev/xvda',
						Ebs: { AttachTime: m.time(), Status: 'attached', VolumeId: `vol-0${m.token(16)}` },
					},
				],
				EbsOptimized: true,
				Hypervisor: 'xen',
				SecurityGroups: [{ GroupName: 'web', GroupId: 'sg-0011' }],
				Tags: [{ Key: 'Name', Value: `${m.pick(['web', 'job', 'db'])}-${m.int(1, 40)}` }],
			},
		],
	}));
	return {
		name: 'aws_ec2_instances',
		path: ['Reservations'],
		need: ['Instances/0/InstanceId', 'Instances/0/InstanceType', 'Instances/0/State/Name'],
		value: { Reservations },
	};
};

export const prometheus = (): ApiList => {
	const m = made('prometheus');
	const result = m.list(90, () => ({
		metric: {
			__name__: 'node_memory_MemAvailable_bytes',
			cluster: 'eu-1',
			endpoint: 'metrics',
			instance: `10.0.${m.int(0, 9)}.${m.int(1, 250)}:9100`,
			job: m.pick(['node', 'edge-node']),
			namespace: 'monitoring',
			pod: `node-exporter-${m.token(5)}`,
			service: 'node-exporter',
		},
		value: [1_793_000_000.781, String(m.int(1e8, 9e9))],
	}));
	return {
		name: 'prometheus_query',
		path: ['data', 'result'],
		need: ['metric/instance', 'metric/job', 'value/1'],
		value: { status: 'success', data: { resultType: 'vector', result } },
	};
};

// One of several, by name.
export interface PickProps {
	readonly id: string;
	readonly name: string;
	readonly value: string;
	readonly choices: readonly (readonly [value: string, title: string])[];
	readonly onPick: (value: string) => void;
}

export const Pick = ({ id, name, value, choices, onPick }: PickProps) => (
	<>
		<label for={id}>{name}</label>
		<select
			id={id}
			value={value}
			disabled={choices.length === 0}
			onChange={(event: Event) => onPick((event.target as HTMLSelectElement).value)}
		>
			{choices.map(([one, title]) => (
				<option value={one} selected={one === value}>
					{title}
				</option>
			))}
		</select>
	</>
);

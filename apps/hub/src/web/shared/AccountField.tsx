/** A choice among the accounts of a plugin. */
export const AccountField = ({
  id,
  label,
  accounts,
  value,
  onChange
}: {
  readonly id: string
  readonly label: string
  readonly accounts: ReadonlyArray<string>
  readonly value: string | undefined
  readonly onChange: (account: string) => void
}) => (
  <div class="field">
    <label class="field-label" for={id}>
      {label}
    </label>
    <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {accounts.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  </div>
)

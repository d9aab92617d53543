/** The entries of a choice. */
export const Options = ({ of }: { readonly of: ReadonlyArray<readonly [value: string, label: string]> }) => (
  <>
    {of.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
)

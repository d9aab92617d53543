/** A field for words to search for. Without a label beside it, its placeholder names it. */
export const SearchField = (props: {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
}) => {
  const { label, value, onInput } = props
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}

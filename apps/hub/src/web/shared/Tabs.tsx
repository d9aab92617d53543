/** Switches between a few views of the same thing: buttons, one of which is pressed. */
export const Tabs = <Id extends string>(props: {
  readonly label: string
  readonly tabs: Readonly<Record<Id, string>>
  readonly chosen: Id
  readonly onChoose: (id: Id) => void
}) => (
  <div class="tabs" role="group" aria-label={props.label}>
    {(Object.keys(props.tabs) as Array<Id>).map((id) => (
      <button key={id} type="button" aria-pressed={id === props.chosen} onClick={() => props.onChoose(id)}>
        {props.tabs[id]}
      </button>
    ))}
  </div>
)

/** Some of a list, by their ids. */
import { Checkbox } from "@inlay/ui/Checkbox"
import { visible } from "@inlay/ui/text/visible"

export const Checkboxes = <Id extends string>(props: {
  readonly options: ReadonlyArray<readonly [id: Id, label: string]>
  readonly chosen: ReadonlyArray<Id>
  readonly onChange: (ids: ReadonlyArray<Id>) => void
}) => (
  <>
    {props.options.map(([id, label]) => (
      <Checkbox
        key={id}
        label={visible(label)}
        isOn={props.chosen.includes(id)}
        onChange={(isOn) => props.onChange(isOn ? [...props.chosen, id] : props.chosen.filter((one) => one !== id))}
      />
    ))}
  </>
)

/** Some of a list of names, in which none means all. */
import { Checkbox } from "@inlay/ui/Checkbox"
import { visible } from "@inlay/ui/text/visible"

export const Ticks = (props: {
  readonly names: ReadonlyArray<readonly [id: string, label: string]>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (ids: ReadonlyArray<string>) => void
}) => (
  <div class="ticks">
    {props.names.map(([id, label]) => (
      <Checkbox
        key={id}
        label={visible(label)}
        isOn={props.chosen.includes(id)}
        onChange={(isOn) => props.onChange(isOn ? [...props.chosen, id] : props.chosen.filter((one) => one !== id))}
      />
    ))}
  </div>
)

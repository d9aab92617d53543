import { place } from "../locales/en/place.ts"

/** Where the answer is shown, and what the profile network says about it. Asked on the welcome page and in the options. */
export const Place = (props: { readonly showInPage: boolean; readonly onChange: (showInPage: boolean) => void }) => (
  <fieldset class="stack" aria-label={place.title}>
    <p>{place.agreement}</p>
    <div class="stack tight">
      {([true, false] as const).map((inPage) => (
        <label class="choice">
          <input
            type="radio"
            name="place"
            checked={props.showInPage === inPage}
            onChange={() => props.onChange(inPage)}
          />
          <span class="choice-title">{inPage ? place.page : place.popup}</span>
          <span class="choice-help">{inPage ? place.pageHelp : place.popupHelp}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

import { pieces } from "@inlay/ui/text/address-parts"
import { visible } from "@inlay/ui/text/visible"

/** An identifier, which wraps after an underscore where it is too long for its column. */
export const Identifier = ({ text }: { readonly text: string }) => (
  <>
    {pieces(visible(text)).map((piece, at) => (
      <>
        {at > 0 && <wbr />}
        {piece}
      </>
    ))}
  </>
)

import { render } from "preact"

import { welcome } from "../../locales/welcome.ts"
import { ask } from "../../messaging/client.ts"
import { openPage } from "../../ui/page.ts"
import { Welcome } from "./Welcome.tsx"

render(<Welcome send={ask} />, openPage(welcome.title))

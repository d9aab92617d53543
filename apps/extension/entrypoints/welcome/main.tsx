import { render } from "preact"

import { Welcome } from "../../features/welcome/view/welcome.tsx"
import { welcome } from "../../locales/welcome.ts"
import { ask } from "../../messaging/client.ts"
import { keepStorage } from "../../ui/keep-storage.ts"
import { openPage } from "../../ui/page.ts"

render(<Welcome send={ask} />, openPage(welcome.title))
keepStorage()

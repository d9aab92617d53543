import type * as en from "../en/fields.ts"
import { translated } from "../translated.ts"
import { ltr } from "./plural.ts"
import { credits } from "./shared.ts"

export const pluginTitles: typeof en.pluginTitles = {
  salesdata: "بيانات المبيعات",
  codehost: "المنصة البرمجية",
  analytics: "تحليلات الويب"
}

export const kindTitles: typeof en.kindTitles = {
  "salesdata.api_key": "مفتاح API",
  "codehost.token": "رمز الوصول",
  "codehost.sign_in": "تسجيل الدخول"
}

export const fieldTexts: typeof en.fieldTexts = {
  "salesdata.base_url": {
    label: "العنوان الأساسي",
    help: "عنوان واجهة API لدى المزوّد مع مساره. عبر https فقط، إلا على هذا الجهاز."
  },
  "salesdata.api_key": {
    label: "مفتاح API",
    help: `من إعدادات الحساب لدى المزوّد، القسم ${ltr("API Access")}.`
  },
  "salesdata.key_header": {
    label: "ترويسة المفتاح",
    help: `الترويسة التي تحمل المفتاح. ${ltr("authorization")} ترسله كرمز Bearer.`
  },
  "salesdata.cap_day": {
    label: "حد اليوم",
    help: "أقصى عدد من الأرصدة يُنفق في اليوم (UTC). فارغ: بلا حد."
  },
  "salesdata.cap_run": {
    label: "حد الجلسة",
    help: "أقصى عدد من الأرصدة يُنفق في تشغيل أمر واحد أو جلسة متصفح واحدة. فارغ: بلا حد."
  },
  "salesdata.profile_site": {
    label: "موقع الصفحات التعريفية",
    help: "مضيف الشبكة المهنية التي تزور صفحاتها، إضافة إلى المضمّنة."
  },
  "salesdata.price_person": { label: "سعر الشخص", help: "أقصى عدد من الأرصدة يكلّفه شخص واحد." },
  "salesdata.price_company": { label: "سعر الشركة", help: "أقصى عدد من الأرصدة تكلّفه شركة واحدة." },
  "salesdata.price_search": {
    label: "سعر البحث",
    help: "أقصى عدد من الأرصدة يكلّفه بحث واحد. فارغ: غير معروف؛ وعندها يرفض الحد عمليات البحث."
  },
  "salesdata.credits_field": {
    label: "حقل الأرصدة",
    help: `مسار الأرصدة المحتسبة في إجابات المزوّد، مثل ${ltr("credits.charged")}.`
  },
  "salesdata.free_paths": {
    label: "المسارات المجانية",
    help: `مسارات لا تكلّف قراءتها شيئًا، مثل ${ltr("/account")}. مع وجود حد لا تقرأ أداة API Call غيرها.`
  },
  "salesdata.filter_location": { label: "مرشّح المكان", help: "اسم حقل المكان في البحث." },
  "salesdata.filter_company_size": { label: "مرشّح حجم الشركة", help: "اسم حقل حجم الشركة في البحث." },
  "salesdata.keep_match_days": {
    label: "الاحتفاظ بالنتائج",
    help: "عدد الأيام التي لا تُشترى فيها نتيجة مرة أخرى."
  },
  "salesdata.keep_miss_days": {
    label: "الاحتفاظ بما لا نتيجة له",
    help: "عدد الأيام التي لا يُسأل فيها مرة أخرى عمّا لا نتيجة له."
  },
  "codehost.base_url": {
    label: "العنوان الأساسي",
    help: `عنوان واجهة API؛ وعنوان خادم المؤسسة هو ${ltr("https://HOST/api/v3")}، وعلى ${ltr("ghe.com")} هو ${ltr("https://api.NAME.ghe.com")}. عبر https فقط، إلا على هذا الجهاز.`
  },
  "codehost.token": {
    label: "رمز الوصول",
    help: `من إعدادات الخدمة، ${ltr("Developer settings")}. الرمز التقليدي ذو النطاقات ${ltr("repo, workflow, gist, read:org, project")} يكفي لكل ما تفعله الخطوات.`
  },
  "codehost.repositories": {
    label: "المستودعات",
    help: `تبقى خطوات الحساب واستدعاءاته داخل هذه: أسماء مثل ${ltr("owner/repo")} بينها فواصل أو مسافات. فارغ: كل ما يصل إليه الرمز.`
  },
  "codehost.read_only": { label: "للقراءة فقط", help: "يرفض كل ما قد يغيّر شيئًا قبل إرساله." },
  "codehost.page_site": {
    label: "موقع المستودعات",
    help: `حيث يرى الناس المستودعات، مثل ${ltr("code.acme.example")}، إن لم يكن مضيف العنوان الأساسي نفسه.`
  },
  "codehost.auth_header": {
    label: "ترويسة الرمز",
    help: "الترويسة التي تحمل الرمز، حيث يريد الخادم ترويسة أخرى."
  },
  "codehost.auth_scheme": {
    label: "صيغة الرمز",
    help: `الكلمة التي قبل الرمز، مثل ${ltr("Bearer")} أو ${ltr("token")}؛ و${ltr("none")}: الرمز وحده.`
  },
  "codehost.extra_headers": {
    label: "ترويسات أخرى",
    help: `ترويسات ثابتة يريدها خادم أو بوابة أمامه، ككائن JSON: ${ltr('{"x-tenant": "acme"}')}. بلا أسرار.`
  }
}

/** What does not work without a scope of the code host's token. */
const steps = /* @__PURE__ */ translated(
  {
    "Repositories, branches, issues, pull requests and workflow runs":
      "المستودعات والفروع والقضايا وطلبات الدمج وعمليات تشغيل سير العمل",
    "Changing workflow files": "تغيير ملفات سير العمل",
    "Creating and updating gists": "إنشاء المقتطفات وتغييرها",
    "Update Project (V2) Item Status": "تغيير حالات عناصر المشاريع",
    "Reviews by teams": "مراجعات الفرق"
  },
  []
)

export const checkText = /* @__PURE__ */ translated(
  {
    "Rate limit": "حد الطلبات",
    "Search limit": "حد البحث",
    "GraphQL limit": `حد ${ltr("GraphQL")}`,
    "Day cap": "حد اليوم",
    "Run cap": "حد الجلسة",
    "Token ends": "انتهاء الرمز"
  },
  [
    [/^must be a number from 0 to (\S+)$/, "يجب أن يكون رقمًا من 0 إلى $1"],
    [/^is not a header that can carry a key$/, "ليست ترويسة يمكن أن تحمل مفتاحًا"],
    [/^must be paths that start with a slash, without \? or #$/, "يجب أن تكون مسارات تبدأ بشرطة مائلة، من دون ? أو #"],
    [
      /^must be owner\/repo names, separated by commas or blanks$/,
      `يجب أن تكون أسماء مثل ${ltr("owner/repo")} بينها فواصل أو مسافات`
    ],
    [/^is not a header that can carry a token$/, "ليست ترويسة يمكن أن تحمل رمزًا"],
    [/^must be one word, or none$/, `يجب أن تكون كلمة واحدة؛ وبلا كلمة: ${ltr("none")}`],
    [
      /^must be a JSON object with text values, such as (.*)$/,
      (_, example = "") => `يجب أن تكون كائن JSON قيمه نصوص، مثل ${ltr(example)}`
    ],
    [/^cannot be sent: /, "لا يمكن إرسالها: "],
    [/headers has more than (\d+) characters$/, "عدد الأحرف أكثر من $1"],
    [/headers has more than (\d+)$/, "عددها أكثر من $1"],
    [/headers\.([^;]+?) is not a valid header name/g, "«$1» ليس اسمًا صالحًا"],
    [/headers\.([^;]+?) is given twice/g, "«$1» مكرّرة"],
    [
      /headers\.([^;]+?) must be visible ASCII characters, without spaces around them/g,
      "قيمة «$1» يجب أن تكون أحرف ASCII مرئية، بلا مسافات في طرفيها"
    ],
    [/headers\.([^;]+?) must be JSON, as the body is/g, "«$1» يجب أن تكون JSON كمحتوى الطلب"],
    [/headers\.([^;]+?) cannot be set: credentials.*$/, "«$1» تحمل بيانات دخول، ولها حقولها الخاصة"],
    [/headers\.([^;]+?) cannot be set: .*$/, "«$1» لا يضعها إلا Inlay نفسه"],
    [/headers (?:is|must|cannot) .*$/, "فيها ترويسة غير مسموح بها"],
    [
      /^The token lacks the scope (\S+)\. (.+) will not work\.$/,
      (_, scope = "", what = "") => `ينقص الرمز النطاق ${ltr(scope)}. لن يعمل: ${steps(what)}.`
    ],
    [/^The token ends on (\S+)\.$/, (_, day = "") => `تنتهي صلاحية الرمز في ${ltr(day)}.`],
    [
      /^(\S+): the token can read but not write, and the account is not read-only\.$/,
      (_, name = "") => `${ltr(name)}: يستطيع الرمز القراءة دون الكتابة، والحساب ليس «للقراءة فقط».`
    ],
    [/^(\S+) of (\S+) left$/, "المتبقي $1 من $2"],
    [/^(\S+) left$/, "المتبقي $1"],
    [/^(\S+) credits?$/, (_, count = "") => credits(Number(count))]
  ]
)

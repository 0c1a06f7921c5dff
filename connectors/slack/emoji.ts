/**
 * The emoji codes that are most frequent at work. Other codes stay unchanged. The names are Slack's own
 * (iamcal/emoji-data).
 */
const EMOJI: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "+1 👍,thumbsup 👍,-1 👎,thumbsdown 👎,ok_hand 👌,clap 👏,wave 👋,pray 🙏,raised_hands 🙌,muscle 💪,point_up ☝️,point_right 👉," +
    "point_left 👈,point_down 👇,v ✌️,fist 👊,eyes 👀,brain 🧠,smile 😄,smiley 😃,grinning 😀,grin 😁,joy 😂,rofl 🤣,laughing 😆," +
    "sweat_smile 😅,wink 😉,blush 😊,slightly_smiling_face 🙂,simple_smile 🙂,upside_down_face 🙃,heart_eyes 😍,sunglasses 😎,thinking_face 🤔," +
    "thinking 🤔,neutral_face 😐,confused 😕,disappointed 😞,worried 😟,cry 😢,sob 😭,angry 😠,rage 😡,scream 😱,sweat 😓,sleeping 😴," +
    "tired_face 😫,weary 😩,face_palm 🤦,facepalm 🤦,shrug 🤷,man-shrugging 🤷,woman-shrugging 🤷,hugging_face 🤗,partying_face 🥳," +
    "nerd_face 🤓,relieved 😌,stuck_out_tongue 😛,stuck_out_tongue_winking_eye 😜,yum 😋,innocent 😇,saluting_face 🫡,melting_face 🫠," +
    "heart ❤️,broken_heart 💔,green_heart 💚,blue_heart 💙,yellow_heart 💛,purple_heart 💜,orange_heart 🧡,fire 🔥,star ⭐,star2 🌟," +
    "sparkles ✨,zap ⚡,boom 💥,tada 🎉,confetti_ball 🎊,100 💯,rocket 🚀,trophy 🏆,medal 🏅,gift 🎁,balloon 🎈,beers 🍻,beer 🍺," +
    "coffee ☕,pizza 🍕,cake 🍰,birthday 🎂,taco 🌮,white_check_mark ✅,heavy_check_mark ✔️,ballot_box_with_check ☑️,x ❌," +
    "negative_squared_cross_mark ❎,warning ⚠️,no_entry ⛔,no_entry_sign 🚫,octagonal_sign 🛑,rotating_light 🚨,exclamation ❗," +
    "heavy_exclamation_mark ❗,question ❓,grey_question ❔,bangbang ‼️,information_source ℹ️,red_circle 🔴,large_blue_circle 🔵," +
    "large_green_circle 🟢,large_yellow_circle 🟡,large_orange_circle 🟠,white_circle ⚪,black_circle ⚫,arrow_right ➡️,arrow_left ⬅️," +
    "arrow_up ⬆️,arrow_down ⬇️,arrows_counterclockwise 🔄,repeat 🔁,recycle ♻️,one 1️⃣,two 2️⃣,three 3️⃣,four 4️⃣,five 5️⃣,six 6️⃣,seven 7️⃣," +
    "eight 8️⃣,nine 9️⃣,keycap_ten 🔟,zero 0️⃣,bulb 💡,memo 📝,pencil ✏️,pencil2 ✏️,book 📖,books 📚,bookmark 🔖,link 🔗,paperclip 📎," +
    "pushpin 📌,round_pushpin 📍,calendar 📆,date 📅,clock1 🕐,hourglass ⌛,hourglass_flowing_sand ⏳,stopwatch ⏱️,alarm_clock ⏰," +
    "bell 🔔,no_bell 🔕,mega 📣,loudspeaker 📢,speech_balloon 💬,thought_balloon 💭,email 📧,envelope ✉️,inbox_tray 📥,outbox_tray 📤," +
    "package 📦,label 🏷️,mag 🔍,mag_right 🔎,lock 🔒,unlock 🔓,closed_lock_with_key 🔐,key 🔑,hammer 🔨,wrench 🔧,hammer_and_wrench 🛠️," +
    "gear ⚙️,nut_and_bolt 🔩,toolbox 🧰,bug 🐛,ant 🐜,computer 💻,desktop_computer 🖥️,keyboard ⌨️,printer 🖨️,floppy_disk 💾,cd 💿," +
    "iphone 📱,telephone_receiver 📞,phone ☎️,battery 🔋,electric_plug 🔌,satellite 📡,globe_with_meridians 🌐,earth_americas 🌎," +
    "earth_africa 🌍,cloud ☁️,sunny ☀️,rainbow 🌈,snowflake ❄️,umbrella ☔,seedling 🌱,evergreen_tree 🌲,four_leaf_clover 🍀,dog 🐶,cat 🐱," +
    "turtle 🐢,snail 🐌,unicorn_face 🦄,robot_face 🤖,ghost 👻,skull 💀,alien 👽,poop 💩,see_no_evil 🙈,hear_no_evil 🙉," +
    "speak_no_evil 🙊,chart_with_upwards_trend 📈,chart_with_downwards_trend 📉,bar_chart 📊,clipboard 📋,file_folder 📁," +
    "open_file_folder 📂,card_file_box 🗃️,wastebasket 🗑️,construction 🚧,checkered_flag 🏁,triangular_flag_on_post 🚩,dart 🎯,crystal_ball 🔮," +
    "test_tube 🧪,microscope 🔬,moneybag 💰,dollar 💵,credit_card 💳,office 🏢,house 🏠,airplane ✈️,car 🚗,bike 🚲,ship 🚢,musical_note 🎵"
  )
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** Converts `:tada:` to 🎉. An unknown code stays unchanged, and skin tones are removed. */
export function replaceEmojiCodes(text: string): string {
  return text
    .replace(/:skin-tone-[2-6]:/g, "")
    .replace(/:([a-z0-9_+'-]+):/g, (code, name: string) => EMOJI[name] ?? code);
}

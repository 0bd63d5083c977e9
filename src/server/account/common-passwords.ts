// Passwords of eight characters and more that stand at the top of every published list of breached
// passwords. Runs, repetitions and names are found by rule: see password-rules.ts.
const words = String.raw`
  !@#$%^&* !qaz2wsx !qaz@wsx 00000000 01020304 01234567 0123456789 0987654321 10203040 11111111
  111111111 1111aaaa 11223344 1122334455 112233445566 12121212 123123123 1231231234 12341234
  12344321 123456123 12345678 123456789 1234567890 12345678910 123456789a 123456789q 123456abc
  1234abcd 1234qwer 123qwe123 123qweasd 123qweasdzxc 13131313 147258369 159357123 1a2b3c4d
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazxsw2 20202020 321321321 456789123
  55555555 66666666 741852963 77777777 789456123 87654321 88888888 963852741 987654321 99999999
  a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaa12345 aaaa1111 aaaabbbb
  aabb1122 abc12345 abc123456 abc@1234 abcabc123 abcd1234 abcd12345 abcd@1234 abcdef123 abcdefgh
  access123 access14 admin123 admin123! admin1234 admin12345 admin@123 adminadmin administrator
  airforce alexander alexandra america1 andrew123 android1 angel123 angels123 anthony1 arsenal1
  asd123456 asdasd123 asdf1234 asdfasdf asdfghjk asdfghjkl asdqwe123 australia autumn2024
  autumn2025 babygirl babygirl1 bangladesh barcelona baseball baseball1 basketball batman123
  beatles1 benjamin bitcoin1 bitcoin123 blessed1 blink182 brandon1 brasil123 business business1
  butterfly butterfly1 california1 canada123 cash1234 changeit changeme changeme1 changeme123
  charlie1 charlie123 chelsea1 chocolate chocolate1 christian christopher computer computer1
  contrasena corvette cowboys1 crypto123 cryptocurrency cupcakes daniel123 danielle december
  default1 default123 dollars1 dragon12 dragon123 einstein elizabeth ethereum facebook facebook1
  family123 february ferrari1 flower123 football football1 forever1 fortnite1 france123 freedom1
  friday13 friends1 friendship gabriel1 gandalf1 germany1 getmoney godisgood goodluck google123
  guest1234 guestguest harley12 heaven77 hello123 hello1234 hellohello helloworld hunter12
  hunter123 ilovegod iloveme1 ilovemom iloveyou iloveyou1 iloveyou12 iloveyou123 iloveyou2
  india123 india@123 indonesia instagram internet internet1 invest123 investment january1
  jennifer jennifer1 jessica1 jesus123 jesuschrist jonathan jordan23 juventus killer123 lakers24
  legend123 letmein1 letmein123 letmeinnow linkedin liverpool liverpool1 login123 london12
  london123 lovelove lovely123 loveme123 loveyou1 makemoney manchester marines1 master12
  master123 mastermind matthew1 maverick mercedes metallica mexico123 michael1 michelle
  microsoft million1 millionaire minecraft minecraft1 monday123 money123 money1234 monkey12
  monkey123 motdepasse mustang1 mypassword newpassword newyork1 nicholas nigeria1 nintendo
  nirvana1 november october1 p@$$w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword pa$$w0rd pa$$word
  pakistan paris123 pass1234 pass12345 pass@123 pass@word1 passpass passw0rd passw0rd! passw0rd1
  password password! password0 password00 password01 password1 password1! password11 password12
  password123 password123! password1234 password12345 password2 password2023 password2024
  password2025 password2026 password99 passwort patrick1 philippines phoenix1 playstation
  pokemon1 pokemon123 porsche1 princesa princess princess1 private1 q1234567 q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 qazwsx123 qazwsxedc qqww1122 qwaszx12 qwe123456 qweasd123 qweasdzxc qwer1234
  qwerty!@# qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop
  qwertyuiop123 rainbow1 ranger12 realmadrid richard1 robert123 roblox123 rockstar root1234
  rootroot s1234567 samantha samsung1 samsung123 sandiego secret12 secret123 secret1234 security
  security1 senha123 september shadow12 shadow123 slipknot1 softball soldier1 spiderman
  spring2024 spring2025 starwars starwars1 steelers success1 success123 summer12 summer123
  summer2024 summer2025 sunshine sunshine1 superman superman1 superstar test1234 test12345
  tester123 testing1 testing123 testtest thomas123 toor1234 topsecret trading1 trustno1
  trustnoone twitter1 victory1 volleyball w1234567 wallet123 warcraft welcome1 welcome1!
  welcome12 welcome123 welcome2024 welcome2025 welcome@123 whatever whatever1 whatsapp william1
  windows1 windows10 winter12 winter123 winter2024 winter2025 xbox360x xxxxxxxx yankees1
  yourpassword zaq!2wsx zaq12wsx zaq1xsw2 zaq1zaq1 zxasqw12 zxc123456 zxcvbnm1 zxcvbnm123
  zxczxc123 zzzzzzzz
`

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/))

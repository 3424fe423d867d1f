<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About the Transformer Sandbox</source>
        <translation>Transformer Sandbox について</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>バージョン {version}</translation>
    </message>
    <message>
        <source>Step through attention and Transformer blocks with every number in view, and change any of them.</source>
        <translation>注意（attention）とトランスフォーマーのブロックを、すべての数を見ながら一歩ずつたどり、どの数でも変えられます。</translation>
    </message>
    <message>
        <source>The program: MIT licence, © The Transformer Sandbox authors.</source>
        <translation>プログラム: MIT ライセンス、© The Transformer Sandbox authors。</translation>
    </message>
    <message>
        <source>Built on:</source>
        <translation>使っているもの:</translation>
    </message>
    <message>
        <source>Fonts, with their licences in resources/fonts:</source>
        <translation>フォント（ライセンスは resources/fonts にあります）:</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>元に戻す(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>やり直す(&amp;R)</translation>
    </message>
    <message>
        <source>Copy numbers &amp;as</source>
        <translation>数値を形式を選んでコピー(&amp;A)</translation>
    </message>
    <message>
        <source>Take a &amp;comma for the decimal sign</source>
        <translation>コンマを小数点として受け取る(&amp;C)</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>まだありません</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>この一覧を消す</translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation>新規(&amp;N)…</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>新しいウィンドウ(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>開く(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近使ったファイル(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>名前を付けて保存(&amp;A)…</translation>
    </message>
    <message>
        <source>I&amp;mport matrix…</source>
        <translation>行列を読み込む(&amp;M)…</translation>
    </message>
    <message>
        <source>Impor&amp;t weights…</source>
        <translation>重みを読み込む(&amp;T)…</translation>
    </message>
    <message>
        <source>Open w&amp;indows</source>
        <translation>開いているウィンドウ(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>閉じる(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>終了(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Keys…</source>
        <translation>キー一覧(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;About the Transformer Sandbox…</source>
        <translation>Transformer Sandbox について(&amp;A)…</translation>
    </message>
    <message>
        <source>{action} {edit}</source>
        <translation>{action}: {edit}</translation>
    </message>
    <message>
        <source>&amp;First step</source>
        <translation>最初のステップ(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>戻る(&amp;B)</translation>
    </message>
    <message>
        <source>F&amp;orward</source>
        <translation>進む(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Last step</source>
        <translation>最後のステップ(&amp;L)</translation>
    </message>
    <message>
        <source>Pla&amp;y / pause</source>
        <translation>再生・一時停止(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Speed</source>
        <translation>速さ(&amp;S)</translation>
    </message>
    <message>
        <source>Stop &amp;here when playing</source>
        <translation>再生をここで止める(&amp;H)</translation>
    </message>
    <message>
        <source>S&amp;witch this part on / off</source>
        <translation>この部品のオン・オフ(&amp;W)</translation>
    </message>
    <message>
        <source>Move by l&amp;ayer</source>
        <translation>層ごとに動く(&amp;A)</translation>
    </message>
    <message>
        <source>Move by &amp;part</source>
        <translation>部品ごとに動く(&amp;P)</translation>
    </message>
    <message>
        <source>Move by op&amp;eration</source>
        <translation>演算ごとに動く(&amp;E)</translation>
    </message>
    <message>
        <source>Move by &amp;row</source>
        <translation>行ごとに動く(&amp;R)</translation>
    </message>
    <message>
        <source>Move by &amp;cell</source>
        <translation>セルごとに動く(&amp;C)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>プロジェクター</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>ハイコントラスト</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>システムに合わせる</translation>
    </message>
    <message>
        <source>&amp;Decimals</source>
        <translation>小数桁(&amp;D)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>拡大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>縮小(&amp;O)</translation>
    </message>
    <message>
        <source>Norma&amp;l size</source>
        <translation>標準の大きさ(&amp;L)</translation>
    </message>
    <message>
        <source>Panel “&amp;Steps”</source>
        <translation>「ステップ」パネル(&amp;S)</translation>
    </message>
    <message>
        <source>Drawer “&amp;Numbers”</source>
        <translation>「数値」の引き出し(&amp;N)</translation>
    </message>
    <message>
        <source>Strip “Start &amp;with”</source>
        <translation>「はじめに」の帯(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Mark what changed</source>
        <translation>変化を示す(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Colours in the grid</source>
        <translation>表のセルに色を付ける(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>テーマ(&amp;T)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>言語(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Change model…</source>
        <translation>モデルを変更(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Turn other pairs of columns, same model</source>
        <translation>同じモデルで回転する列の組を変える(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Pin the present numbers</source>
        <translation>現在の数値をピン留め(&amp;P)</translation>
    </message>
    <message>
        <source>Pin the present numbers &amp;instead</source>
        <translation>現在の数値に留め直す(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>表示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next of now, pinned, now − pinned</source>
        <translation>現在・ピン留め・差を順に表示(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the &amp;first difference</source>
        <translation>最初の差へ移動(&amp;F)</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
    <message>
        <source>This document is large: it is kept safe every {seconds} seconds.</source>
        <translation>大きな文書です。{seconds} 秒ごとに控えを取ります。</translation>
    </message>
    <message>
        <source>Changes cannot be kept safe for a crash; save often. {reason}</source>
        <translation>異常終了に備えた控えを取れません。こまめに保存してください。{reason}</translation>
    </message>
</context>
<context>
    <name>Axes</name>
    <message>
        <source>query</source>
        <translation>クエリ</translation>
    </message>
    <message>
        <source>key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>token</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>head</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>語彙</translation>
    </message>
    <message>
        <source>heads joined</source>
        <translation>結合したヘッド</translation>
    </message>
</context>
<context>
    <name>ChangeModelDialog</name>
    <message>
        <source>Change model</source>
        <translation>モデルの変更</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>変更</translation>
    </message>
</context>
<context>
    <name>ChipRow</name>
    <message>
        <source>Token {number}</source>
        <translation>トークン {number}</translation>
    </message>
</context>
<context>
    <name>ChipView</name>
    <message>
        <source>Add a token</source>
        <translation>トークンを追加</translation>
    </message>
    <message>
        <source>{word} · token {number} (index {index})</source>
        <translation>{word} · トークン {number}（インデックス {index}）</translation>
    </message>
    <message>
        <source>{token} · type {kind}</source>
        <translation>{token} · タイプ {kind}</translation>
    </message>
    <message>
        <source>{word}, token {number} of {count}</source>
        <translation>{word}、トークン {number}／{count}</translation>
    </message>
    <message>
        <source>{word}, token {number} of {count}, padding</source>
        <translation>{word}、トークン {number}／{count}、パディング</translation>
    </message>
    <message>
        <source>{token}, type {kind}</source>
        <translation>{token}、タイプ {kind}</translation>
    </message>
</context>
<context>
    <name>Chips</name>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>Insert &amp;before</source>
        <translation>前に挿入(&amp;B)</translation>
    </message>
    <message>
        <source>Insert &amp;after</source>
        <translation>後に挿入(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Join with the one before</source>
        <translation>前のトークンとつなぐ(&amp;J)</translation>
    </message>
    <message>
        <source>Move &amp;left</source>
        <translation>左へ移動(&amp;L)</translation>
    </message>
    <message>
        <source>Move &amp;right</source>
        <translation>右へ移動(&amp;R)</translation>
    </message>
    <message>
        <source>Mark as &amp;padding</source>
        <translation>パディングにする(&amp;P)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>削除(&amp;M)</translation>
    </message>
    <message>
        <source>Token &amp;type</source>
        <translation>トークンタイプ(&amp;T)</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>The top answer is equal, “{word}”, but its probability differs: {before} and {after}.</source>
        <translation>1 位の答えは同じ「{word}」ですが、確率が違います: {before} と {after}。</translation>
    </message>
    <message>
        <source>The top answer is equal: “{word}” with {before}.</source>
        <translation>1 位の答えは同じです: 「{word}」、{before}。</translation>
    </message>
    <message>
        <source>The top answers differ: “{left}” with {before}, “{right}” with {after}.</source>
        <translation>1 位の答えが違います: 「{left}」{before} と「{right}」{after}。</translation>
    </message>
    <message>
        <source>The drawn word is equal, “{word}”, but its probability differs: {before} and {after}.</source>
        <translation>抽選された語は同じ「{word}」ですが、確率が違います: {before} と {after}。</translation>
    </message>
    <message>
        <source>The drawn word is equal: “{word}” with {before}.</source>
        <translation>抽選された語は同じです: 「{word}」、{before}。</translation>
    </message>
    <message>
        <source>The drawn words differ: “{left}” with {before}, “{right}” with {after}.</source>
        <translation>抽選された語が違います: 「{left}」{before} と「{right}」{after}。</translation>
    </message>
    <message>
        <source>The next word is picked in two ways: {left}; {right}.</source>
        <translation>次の語の選び方が違います: {left}、{right}。</translation>
    </message>
    <message>
        <source>drawn, “{word}” with {share}</source>
        <translation>抽選「{word}」{share}</translation>
    </message>
    <message>
        <source>the likeliest, “{word}” with {share}</source>
        <translation>最大「{word}」{share}</translation>
    </message>
    <message>
        <source>now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>ピン留め</translation>
    </message>
</context>
<context>
    <name>Conventions</name>
    <message>
        <source>rows are tokens, Q = X W_Q</source>
        <translation>行がトークン、Q = X W_Q</translation>
    </message>
    <message>
        <source>Q, K and V typed in</source>
        <translation>Q, K, V は入力</translation>
    </message>
    <message>
        <source>X typed in</source>
        <translation>X は入力</translation>
    </message>
    <message>
        <source>no positions</source>
        <translation>位置なし</translation>
    </message>
    <message>
        <source>learned positions</source>
        <translation>学習された位置</translation>
    </message>
    <message>
        <source>sinusoidal positions from 0, sine and cosine by turns, base {base}</source>
        <translation>正弦波の位置（0 から、sin と cos を交互に、底 {base}）</translation>
    </message>
    <message>
        <source>sinusoidal positions from 0, sines, then cosines, base {base}</source>
        <translation>正弦波の位置（0 から、sin を先に、cos を後に、底 {base}）</translation>
    </message>
    <message>
        <source>source and target with tables of their own</source>
        <translation>ソースとターゲットの表は別々</translation>
    </message>
    <message>
        <source>decoder: layers {layers}, heads {heads}, d_k = {d_k}, d_ff = {d_ff}</source>
        <translation>デコーダ: 層 {layers}、ヘッド {heads}、d_k = {d_k}、d_ff = {d_ff}</translation>
    </message>
    <message>
        <source>learned positions, the first word takes row {offset}</source>
        <translation>学習された位置（最初の語は行 {offset}）</translation>
    </message>
    <message>
        <source>embeddings · √d_model</source>
        <translation>埋め込み · √d_model</translation>
    </message>
    <message>
        <source>norm behind the embedding</source>
        <translation>埋め込みの後に正規化</translation>
    </message>
    <message>
        <source>rotary positions from 0, {columns} of {d_k} columns, {pairs}, base {base}</source>
        <translation>回転位置（0 から、{d_k} 列のうち {columns} 列、{pairs}、底 {base}）</translation>
    </message>
    <message>
        <source>neighbours paired</source>
        <translation>隣どうしの組</translation>
    </message>
    <message>
        <source>halves paired</source>
        <translation>前半と後半の組</translation>
    </message>
    <message>
        <source>ALiBi: minus slope · distance added to the scores</source>
        <translation>ALiBi: スコアから傾き · 距離を引く</translation>
    </message>
    <message>
        <source>relative positions in {buckets} buckets up to {farthest} (T5)</source>
        <translation>相対位置（{buckets} 区間、{farthest} まで、T5）</translation>
    </message>
    <message>
        <source>scores / √d_model (a mistake), d_model = {d_model}</source>
        <translation>スコア / √d_model（誤り）、d_model = {d_model}</translation>
    </message>
    <message>
        <source>scaled already in the queries, before the product</source>
        <translation>積のまえにクエリでスケーリング</translation>
    </message>
    <message>
        <source>{norm} of each query and key, ε = {epsilon}</source>
        <translation>クエリとキーごとに{norm}、ε = {epsilon}</translation>
    </message>
    <message>
        <source>scores capped softly at {cap}</source>
        <translation>スコアは {cap} でなだらかに頭打ち</translation>
    </message>
    <message>
        <source>divided by √d_model before the logits</source>
        <translation>ロジットの前に √d_model で割る</translation>
    </message>
    <message>
        <source>logits capped softly at {cap}</source>
        <translation>ロジットは {cap} でなだらかに頭打ち</translation>
    </message>
    <message>
        <source>scores / √d_k, d_k = {d_k}</source>
        <translation>スコア / √d_k、d_k = {d_k}</translation>
    </message>
    <message>
        <source>scores not scaled</source>
        <translation>スコアのスケーリングなし</translation>
    </message>
    <message>
        <source>scores · {factor}</source>
        <translation>スコア · {factor}</translation>
    </message>
    <message>
        <source>no causal mask</source>
        <translation>因果マスクなし</translation>
    </message>
    <message>
        <source>only words less than {window} places away are seen</source>
        <translation>{window} 個より近い語だけが見える</translation>
    </message>
    <message>
        <source>no positions are added to what is typed in</source>
        <translation>入力された値に位置は加えない</translation>
    </message>
    <message>
        <source>1 token type</source>
        <translation>トークンタイプ 1 種</translation>
    </message>
    <message>
        <source>{count} token types</source>
        <translation>トークンタイプ {count} 種</translation>
    </message>
    <message>
        <source>scores / √heads (a mistake), heads = {heads}</source>
        <translation>スコア / √ヘッド数（誤り）、ヘッド {heads} 個</translation>
    </message>
    <message>
        <source>causal mask in the decoder&apos;s self-attention</source>
        <translation>デコーダの自己注意に因果マスク</translation>
    </message>
    <message>
        <source>cross-attention: queries from the decoder, keys and values from memory, the encoder&apos;s output</source>
        <translation>交差注意: クエリはデコーダ、キーとバリューは memory（エンコーダの出力）</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>因果マスク</translation>
    </message>
    <message>
        <source>masked scores are −∞</source>
        <translation>マスクされたスコアは −∞</translation>
    </message>
    <message>
        <source>masked scores are {number}</source>
        <translation>マスクされたスコアは {number}</translation>
    </message>
    <message>
        <source>masked scores are times 0 (a mistake)</source>
        <translation>マスクされたスコアは 0 倍（誤り）</translation>
    </message>
    <message>
        <source>masked weights are times 0 after softmax (a mistake)</source>
        <translation>マスクされた重みはソフトマックスの後で 0 倍（誤り）</translation>
    </message>
    <message>
        <source>a row that may look nowhere is uniform</source>
        <translation>どこも見られない行は一様</translation>
    </message>
    <message>
        <source>a row that may look nowhere is NaN</source>
        <translation>どこも見られない行は NaN</translation>
    </message>
    <message>
        <source>softmax over columns (a mistake)</source>
        <translation>列方向のソフトマックス（誤り）</translation>
    </message>
    <message>
        <source>softmax with base {base}</source>
        <translation>底 {base} のソフトマックス</translation>
    </message>
    <message>
        <source>temperature of the attention {temperature}</source>
        <translation>注意の温度 {temperature}</translation>
    </message>
    <message>
        <source>{heads} heads of queries share {kv_heads} of keys and values</source>
        <translation>クエリの {heads} ヘッドがキーとバリューの {kv_heads} ヘッドを共有</translation>
    </message>
    <message>
        <source>{heads} heads of queries read {kv_heads} of keys and values in turn (a mistake)</source>
        <translation>クエリの {heads} ヘッドがキーとバリューの {kv_heads} ヘッドを順番に読む (間違い)</translation>
    </message>
    <message>
        <source>one head of keys and values for {heads} heads of queries</source>
        <translation>クエリの {heads} ヘッドに対してキーとバリューは 1 ヘッド</translation>
    </message>
    <message>
        <source>heads split by plain reshape (a mistake)</source>
        <translation>ヘッドを単なる reshape で分割（誤り）</translation>
    </message>
    <message>
        <source>heads joined by plain reshape (a mistake)</source>
        <translation>ヘッドを単なる reshape で結合（誤り）</translation>
    </message>
    <message>
        <source>cross-attention reads keys and values from the decoder itself (a mistake)</source>
        <translation>交差注意がデコーダ自身からキーとバリューを読む（誤り）</translation>
    </message>
    <message>
        <source>softmax by rows, their largest taken away first</source>
        <translation>softmax は行ごと、先に最大値を引く</translation>
    </message>
    <message>
        <source>attention with biases</source>
        <translation>注意にバイアスあり</translation>
    </message>
    <message>
        <source>biases of q, k and v alone</source>
        <translation>バイアスは q、k、v のみ</translation>
    </message>
    <message>
        <source>attention without biases</source>
        <translation>注意にバイアスなし</translation>
    </message>
    <message>
        <source>no W_O</source>
        <translation>W_O なし</translation>
    </message>
    <message>
        <source>residuals</source>
        <translation>残差接続あり</translation>
    </message>
    <message>
        <source>no residuals</source>
        <translation>残差接続なし</translation>
    </message>
    <message>
        <source>no layer norm</source>
        <translation>層正規化なし</translation>
    </message>
    <message>
        <source>attention and feed-forward in parallel</source>
        <translation>注意とフィードフォワードは並列</translation>
    </message>
    <message>
        <source>post-norm</source>
        <translation>post-norm</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>pre-norm</translation>
    </message>
    <message>
        <source>norms before and after each part</source>
        <translation>各部の前と後に正規化</translation>
    </message>
    <message>
        <source>pre-norm, attention and feed-forward in parallel</source>
        <translation>pre-norm、注意とフィードフォワードは並列</translation>
    </message>
    <message>
        <source>{place}, {epsilon}, {variance}</source>
        <translation>{place}、{epsilon}、{variance}</translation>
    </message>
    <message>
        <source>{place}, RMS norm, {epsilon}</source>
        <translation>{place}、RMS 正規化、{epsilon}</translation>
    </message>
    <message>
        <source>ε = {epsilon} inside the root</source>
        <translation>ε = {epsilon} は根号の中</translation>
    </message>
    <message>
        <source>ε = {epsilon} outside the root</source>
        <translation>ε = {epsilon} は根号の外</translation>
    </message>
    <message>
        <source>population variance</source>
        <translation>母分散</translation>
    </message>
    <message>
        <source>sample variance</source>
        <translation>標本分散（不偏分散）</translation>
    </message>
    <message>
        <source>norms without gain</source>
        <translation>正規化にゲインなし</translation>
    </message>
    <message>
        <source>norms without bias</source>
        <translation>正規化にバイアスなし</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>最後の層正規化あり</translation>
    </message>
    <message>
        <source>no final norm</source>
        <translation>最後の層正規化なし</translation>
    </message>
    <message>
        <source>no feed-forward network</source>
        <translation>フィードフォワードなし</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>GELU (exact, by erf)</source>
        <translation>GELU（erf による厳密式）</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU（tanh）</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>squared ReLU</source>
        <translation>2 乗 ReLU</translation>
    </message>
    <message>
        <source>gated feed-forward, {activation}</source>
        <translation>ゲート付きフィードフォワード、{activation}</translation>
    </message>
    <message>
        <source>feed-forward with biases</source>
        <translation>フィードフォワードにバイアスあり</translation>
    </message>
    <message>
        <source>feed-forward without biases</source>
        <translation>フィードフォワードにバイアスなし</translation>
    </message>
    <message>
        <source>logits by W_Eᵀ (tied)</source>
        <translation>ロジットは W_Eᵀ（共有）</translation>
    </message>
    <message>
        <source>logits by W_U</source>
        <translation>ロジットは W_U</translation>
    </message>
    <message>
        <source>with b_U</source>
        <translation>b_U あり</translation>
    </message>
    <message>
        <source>next word drawn, seed {seed}</source>
        <translation>次の語は抽選、シード {seed}</translation>
    </message>
    <message>
        <source>top-k {count}</source>
        <translation>top-k {count}</translation>
    </message>
    <message>
        <source>top-p {mass}</source>
        <translation>top-p {mass}</translation>
    </message>
    <message>
        <source>off: {parts}</source>
        <translation>オフ: {parts}</translation>
    </message>
    <message>
        <source>temperature {temperature}</source>
        <translation>温度 {temperature}</translation>
    </message>
    <message>
        <source>as {model}</source>
        <translation>{model} と同じ</translation>
    </message>
    <message>
        <source>as {model}, but: {differences}</source>
        <translation>{model} と同じ、ただし: {differences}</translation>
    </message>
    <message>
        <source>{first}, {second}</source>
        <translation>{first}、{second}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>あり</translation>
    </message>
    <message>
        <source>no</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>DecodingRow</name>
    <message>
        <source>likeliest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>抽選</translation>
    </message>
    <message>
        <source>How the next word is picked</source>
        <translation>次の語の選び方</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>Only so many of the likeliest words are kept; 0 = all.</source>
        <translation>確率の高い語をこの数だけ残します。0 = すべて。</translation>
    </message>
    <message>
        <source>top-p</source>
        <translation>top-p</translation>
    </message>
    <message>
        <source>The fewest words that reach this share together are kept; 1 = all.</source>
        <translation>合わせてこの割合に届く最少の語を残します。1 = すべて。</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Another seed draws other words; the same one the same words.</source>
        <translation>シードを変えると別の語が、同じなら同じ語が選ばれます。</translation>
    </message>
    <message>
        <source>How many words are put out one after another</source>
        <translation>続けて出力する語の数</translation>
    </message>
    <message>
        <source>number of words</source>
        <translation>語数</translation>
    </message>
    <message>
        <source>Puts word after word behind the last one, until &lt;end&gt; or so many; one step to undo.</source>
        <translation>&lt;end&gt; が出るか、この数に達するまで、末尾に語を 1 つずつ加えます。1 回で元に戻せます。</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>DrawerBar</name>
    <message>
        <source>Numbers</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Close the numbers</source>
        <translation>数値を閉じる</translation>
    </message>
    <message>
        <source>Open the numbers</source>
        <translation>数値を開く</translation>
    </message>
</context>
<context>
    <name>DrawnWords</name>
    <message>
        <source>● “{word}” is drawn: the number {point} lies between {low} and {high}.</source>
        <translation>● 抽選された語「{word}」: 数 {point} は {low} と {high} の間。</translation>
    </message>
    <message>
        <source>● “{word}” is drawn: the number {point} lies between {low} and {high}. Left out: {count}, together {mass}.</source>
        <translation>● 抽選された語「{word}」: 数 {point} は {low} と {high} の間。除かれた語: {count}（計 {mass}）。</translation>
    </message>
    <message>
        <source>{share}, left out</source>
        <translation>{share}（除外）</translation>
    </message>
    <message>
        <source>{share}, of what is left {left}</source>
        <translation>{share}（残った中では {left}）</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message>
        <source>Change the model</source>
        <translation>モデルの変更</translation>
    </message>
    <message>
        <source>Change “{option}”</source>
        <translation>「{option}」の変更</translation>
    </message>
    <message>
        <source>Matrices and vectors kept as they are: {count}</source>
        <translation>そのままの行列とベクトル: {count}</translation>
    </message>
    <message>
        <source>Filled in: {count} ({names})</source>
        <translation>補充: {count}（{names}）</translation>
    </message>
    <message>
        <source>Cut to size: {count} ({names})</source>
        <translation>切り詰め: {count}（{names}）</translation>
    </message>
    <message>
        <source>Dropped: {count} ({names})</source>
        <translation>破棄: {count}（{names}）</translation>
    </message>
    <message>
        <source>Change all of {tensor}</source>
        <translation>{tensor} 全体の変更</translation>
    </message>
    <message>
        <source>Name the columns</source>
        <translation>列の名前の変更</translation>
    </message>
    <message>
        <source>Change the title</source>
        <translation>題名の変更</translation>
    </message>
    <message>
        <source>Change the notes</source>
        <translation>メモの変更</translation>
    </message>
    <message>
        <source>Change the seed to {seed}</source>
        <translation>シードを {seed} に変更</translation>
    </message>
    <message>
        <source>Insert “{word}”</source>
        <translation>「{word}」の挿入</translation>
    </message>
    <message>
        <source>Take “{word}”</source>
        <translation>「{word}」の追加</translation>
    </message>
    <message>
        <source>Generate 1 word</source>
        <translation>1 語を生成</translation>
    </message>
    <message>
        <source>Generate {count} words</source>
        <translation>{count} 語を生成</translation>
    </message>
    <message>
        <source>Remove token {number}</source>
        <translation>トークン {number} の削除</translation>
    </message>
    <message>
        <source>Replace token {number} by “{word}”</source>
        <translation>トークン {number} を「{word}」に置き換え</translation>
    </message>
    <message>
        <source>Move token {number} to place {place}</source>
        <translation>トークン {number} を {place} 番目へ移動</translation>
    </message>
    <message>
        <source>Type the tokens</source>
        <translation>トークンの入力</translation>
    </message>
    <message>
        <source>Mark token {number} as padding</source>
        <translation>トークン {number} をパディングにする</translation>
    </message>
    <message>
        <source>Unmark token {number} as padding</source>
        <translation>トークン {number} のパディングを外す</translation>
    </message>
    <message>
        <source>Give token {number} type {kind}</source>
        <translation>{number} 番目のトークンをタイプ {kind} にする</translation>
    </message>
    <message>
        <source>Switch on {part}</source>
        <translation>{part} をオンにする</translation>
    </message>
    <message>
        <source>Switch off {part}</source>
        <translation>{part} をオフにする</translation>
    </message>
    <message>
        <source>Set {tensor}[{index}]</source>
        <translation>{tensor}[{index}] を変更</translation>
    </message>
    <message>
        <source>Set {count} cells of {tensor}</source>
        <translation>{tensor} の {count} セルを変更</translation>
    </message>
    <message>
        <source>Paste {shape} into {tensor}</source>
        <translation>{tensor} に {shape} を貼り付け</translation>
    </message>
    <message>
        <source>Import {shape} into {tensor}</source>
        <translation>{tensor} に {shape} を読み込み</translation>
    </message>
    <message>
        <source>Cut {shape} from {tensor}</source>
        <translation>{tensor} の {shape} を切り取り</translation>
    </message>
    <message>
        <source>Fill with zeros in {tensor}</source>
        <translation>{tensor} を 0 で埋める</translation>
    </message>
    <message>
        <source>Fill with ones in {tensor}</source>
        <translation>{tensor} を 1 で埋める</translation>
    </message>
    <message>
        <source>Fill with the identity in {tensor}</source>
        <translation>{tensor} を単位行列で埋める</translation>
    </message>
    <message>
        <source>Fill with {value} in {tensor}</source>
        <translation>{tensor} を {value} で埋める</translation>
    </message>
    <message>
        <source>Fill with normal numbers (seed {seed}) in {tensor}</source>
        <translation>{tensor} を正規乱数（シード {seed}）で埋める</translation>
    </message>
    <message>
        <source>Fill with uniform numbers (seed {seed}) in {tensor}</source>
        <translation>{tensor} を一様乱数（シード {seed}）で埋める</translation>
    </message>
    <message>
        <source>Fill with Xavier numbers (seed {seed}) in {tensor}</source>
        <translation>{tensor} を Xavier の乱数（シード {seed}）で埋める</translation>
    </message>
    <message>
        <source>Fill with He numbers (seed {seed}) in {tensor}</source>
        <translation>{tensor} を He の乱数（シード {seed}）で埋める</translation>
    </message>
    <message>
        <source>Scale {tensor} by {factor}</source>
        <translation>{tensor} を {factor} 倍</translation>
    </message>
    <message>
        <source>Add {term} to {tensor}</source>
        <translation>{tensor} に {term} を加算</translation>
    </message>
    <message>
        <source>Transpose {tensor}</source>
        <translation>{tensor} を転置</translation>
    </message>
    <message>
        <source>Normalise the rows of {tensor}</source>
        <translation>{tensor} の行を正規化</translation>
    </message>
    <message>
        <source>Fill with a causal pattern in {tensor}</source>
        <translation>{tensor} を因果パターンで埋める</translation>
    </message>
    <message>
        <source>Make the rows of {tensor} one-hot</source>
        <translation>{tensor} の行をワンホットに変更</translation>
    </message>
    <message>
        <source>Fill with sine and cosine in {tensor}</source>
        <translation>{tensor} を正弦と余弦で埋める</translation>
    </message>
    <message>
        <source>Fill down in {tensor}</source>
        <translation>{tensor} で下へコピー</translation>
    </message>
    <message>
        <source>Fill right in {tensor}</source>
        <translation>{tensor} で右へコピー</translation>
    </message>
    <message>
        <source>Write {count} tokens</source>
        <translation>トークン {count} 個の書き込み</translation>
    </message>
    <message>
        <source>Mark the padding of {count} tokens</source>
        <translation>トークン {count} 個のパディングの変更</translation>
    </message>
    <message>
        <source>Mark the padding of 1 token</source>
        <translation>トークン 1 個のパディングの変更</translation>
    </message>
    <message>
        <source>Insert 1 token</source>
        <translation>トークン 1 個の挿入</translation>
    </message>
    <message>
        <source>Insert {count} tokens</source>
        <translation>トークン {count} 個の挿入</translation>
    </message>
    <message>
        <source>Remove {count} tokens</source>
        <translation>トークン {count} 個の削除</translation>
    </message>
    <message>
        <source>Rename word {number} to “{word}”</source>
        <translation>語 {number} を「{word}」に変更</translation>
    </message>
    <message>
        <source>Rename {count} words</source>
        <translation>語 {count} 個の変更</translation>
    </message>
    <message>
        <source>Turn other pairs of columns, same model</source>
        <translation>同じモデルで回転する列の組を変える</translation>
    </message>
    <message>
        <source>Import weights from {file}</source>
        <translation>{file} から重みを読み込む</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>There are no numbers on the clipboard. Copy some first.</source>
        <translation>クリップボードに数がありません。先に数をコピーしてください。</translation>
    </message>
    <message>
        <source>Nothing was pasted: the clipboard is {block} and the selection {selection}. Select one cell or {block}.</source>
        <translation>貼り付けませんでした。クリップボードは {block}、選択範囲は {selection} です。1 つのセルか {block} の範囲を選んでください。</translation>
    </message>
    <message>
        <source>Nothing was pasted: the clipboard is {block}, and from the selected cell on there is room for {room}.</source>
        <translation>貼り付けませんでした。クリップボードは {block} ですが、選択したセルから先には {room} しか入りません。</translation>
    </message>
    <message>
        <source>Nothing was pasted: the clipboard is {block}, repeated over the selection it is {wanted}, and from the selected cell on there is room for {room}.</source>
        <translation>貼り付けませんでした。クリップボードは {block}、選択範囲に繰り返すと {wanted} になりますが、選択したセルから先には {room} しか入りません。</translation>
    </message>
    <message>
        <source>Nothing was pasted: the clipboard is {block} and the selection {count} separate ranges. Select one cell or {block}.</source>
        <translation>貼り付けませんでした。クリップボードは {block} ですが、離れた {count} か所が選択されています。1 つのセルか {block} を選択してください。</translation>
    </message>
    <message>
        <source>Nothing was pasted. {reason}</source>
        <translation>貼り付けませんでした。{reason}</translation>
    </message>
    <message>
        <source>Nothing was pasted: a mask takes 1 and 0, and the clipboard has {number} in row {row}, column {column}.</source>
        <translation>貼り付けませんでした。マスクに入るのは 1 と 0 ですが、クリップボードの {row} 行 {column} 列は {number} です。</translation>
    </message>
    <message>
        <source>The selected cells are no single rectangle. Select one rectangle.</source>
        <translation>選択したセルが 1 つの長方形になっていません。1 つの長方形を選んでください。</translation>
    </message>
    <message>
        <source>{option} is {value}; it must be {limits}.</source>
        <translation>{option} が {value} になっています。使えるのは {limits} です。</translation>
    </message>
    <message>
        <source>{heads} heads do not divide d_model = {d_model}. Choose a number of heads that does, or say d_k.</source>
        <translation>d_model = {d_model} は {heads} 個のヘッドに等分できません。割り切れるヘッド数にするか、d_k を指定してください。</translation>
    </message>
    <message>
        <source>{kv_heads} heads of keys and values do not divide {heads} of queries. Choose a number that does, or 0.</source>
        <translation>キーとバリューのヘッド数 {kv_heads} ではヘッド数 {heads} を割り切れません。割り切れる数か 0 を選んでください。</translation>
    </message>
    <message>
        <source>{option} = {value} does not go with {other}. {remedy}</source>
        <translation>{option} = {value} は {other} と両立しません。{remedy}</translation>
    </message>
    <message>
        <source>Use tokens or embeddings, or the stack attention.</source>
        <translation>tokens か embeddings を使うか、stack を attention にしてください。</translation>
    </message>
    <message>
        <source>Layers need W_O to come back to d_model.</source>
        <translation>層では d_model に戻すために W_O が必要です。</translation>
    </message>
    <message>
        <source>Cross-attention reads what self-attention made: choose another place of the norms.</source>
        <translation>交差注意は自己注意の結果を読みます。正規化の位置をほかのものにしてください。</translation>
    </message>
    <message>
        <source>Attention would reach nothing: keep residuals, or choose another place of the norms.</source>
        <translation>注意の結果がどこにも届きません。残差を残すか、正規化の位置を別のものにしてください。</translation>
    </message>
    <message>
        <source>There is no W_E then: set tied to false.</source>
        <translation>このとき W_E がないので、tied を false にしてください。</translation>
    </message>
    <message>
        <source>{tensor} is computed and cannot be typed over. Change a parameter or an input it comes from.</source>
        <translation>{tensor} は計算された値なので、上書きできません。もとになるパラメータか入力値を変えてください。</translation>
    </message>
    <message>
        <source>{tensor}: {value} cannot be typed in. Write a finite number.</source>
        <translation>{tensor}: {value} は入力できません。有限の数を入力してください。</translation>
    </message>
    <message>
        <source>{tensor} is {size} and has no cell {index} (counted from 0).</source>
        <translation>{tensor} は {size} で、セル {index}（0 から数える）はありません。</translation>
    </message>
    <message>
        <source>{tensor} is {size} and the new numbers are {given}. Use {size}.</source>
        <translation>{tensor} は {size} ですが、新しい数は {given} です。{size} にしてください。</translation>
    </message>
    <message>
        <source>“{query}” may not look at “{key}”: it comes later, and the mask is causal. Set the mask of the model to none first.</source>
        <translation>「{query}」は「{key}」を見られません。因果マスクがあり、「{key}」のほうが後にあるからです。先にモデルのマスクを「なし」にしてください。</translation>
    </message>
    <message>
        <source>Nobody may look at “{key}”: it is padding. Take the padding mark off the token first.</source>
        <translation>「{key}」はパディングなので、どの語からも見られません。先にこのトークンのパディングを外してください。</translation>
    </message>
    <message>
        <source>{count} tokens are too many: {limit} are possible. Remove some.</source>
        <translation>{count} トークンは多すぎます。上限は {limit} です。減らしてください。</translation>
    </message>
    <message>
        <source>The vocabulary is full: {limit} words. Use a word that is in it, or change the model.</source>
        <translation>語彙が上限の {limit} 語に達しています。語彙にある語を使うか、モデルを変えてください。</translation>
    </message>
    <message>
        <source>Names: {count}, columns of d_model: {d_model}. Give one name for each of them, or none.</source>
        <translation>{d_model} 列に対して名前が {count} 個あります。d_model の列ごとに 1 つずつ付けるか、まったく付けないでください。</translation>
    </message>
    <message>
        <source>The text has {length} characters; {limit} are possible. Shorten it.</source>
        <translation>テキストが {length} 文字あります。上限は {limit} 文字です。短くしてください。</translation>
    </message>
    <message>
        <source>This model reads no {sequence} sequence. It reads: {known}.</source>
        <translation>このモデルは系列 {sequence} を読みません。読むのは {known} です。</translation>
    </message>
    <message>
        <source>{sequence} has no position {position}: its tokens are counted from 0 to {last}.</source>
        <translation>{sequence} に位置 {position} はありません。トークンは 0 から {last} まで数えます。</translation>
    </message>
    <message>
        <source>“{word}” is the only token of {sequence} and has to stay. Replace it, or insert another first.</source>
        <translation>「{word}」は {sequence} のただ 1 つのトークンなので、消せません。置き換えるか、先に別のトークンを挿入してください。</translation>
    </message>
    <message>
        <source>This model has no token types. Say in Change model how many there are.</source>
        <translation>このモデルにはトークンタイプがありません。「モデルの変更」で種類の数を指定してください。</translation>
    </message>
    <message>
        <source>There is no example “{key}”. There are: {known}.</source>
        <translation>「{key}」という例はありません。あるのは {known} です。</translation>
    </message>
    <message>
        <source>There is no {name} here; did you mean {near}? Names are listed by “trace”.</source>
        <translation>ここに {name} はありません。{near} のことですか? 名前の一覧は「trace」で表示できます。</translation>
    </message>
    <message>
        <source>{cell} is no cell: {name} has the axes {axes}. Write one number for each, counted from 0, up to {last}.</source>
        <translation>{cell} というセルはありません。{name} の軸は {axes} です。軸ごとに 0 から数えた番号を 1 つずつ、{last} までの範囲で書いてください。</translation>
    </message>
    <message>
        <source>“{text}” names no cell. Write a name and a number for each axis: attn.scores[0,0,1].</source>
        <translation>「{text}」はセルを表していません。名前と軸ごとの番号を書いてください。例: attn.scores[0,0,1]</translation>
    </message>
    <message>
        <source>{place}: {problem}</source>
        <translation>{place}: {problem}</translation>
    </message>
    <message>
        <source>{problem}</source>
        <translation>{problem}</translation>
    </message>
    <message>
        <source>“{path}” cannot be read: {reason}</source>
        <translation>「{path}」を読み込めません: {reason}</translation>
    </message>
    <message>
        <source>“{path}” cannot be saved: {reason} Nothing was changed on disk.</source>
        <translation>「{path}」に保存できません: {reason}ディスク上の内容は変わっていません。</translation>
    </message>
    <message>
        <source>The document is too large for a file, which could not be opened again: {problem} Make its matrices smaller.</source>
        <translation>文書が大きすぎて、保存しても開き直せません: {problem} 行列を小さくしてください。</translation>
    </message>
    <message>
        <source>{outer} ▸ {inner}</source>
        <translation>{outer} ▸ {inner}</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>{number} 行目</translation>
    </message>
    <message>
        <source>column {number}</source>
        <translation>{number} 列目</translation>
    </message>
    <message>
        <source>matrix {number}</source>
        <translation>{number} 番目の行列</translation>
    </message>
    <message>
        <source>entry {number}</source>
        <translation>{number} 番目の項目</translation>
    </message>
    <message>
        <source>{count} numbers, {expected} expected</source>
        <translation>数が {count} 個ありますが、{expected} 個必要です。</translation>
    </message>
    <message>
        <source>{count} row, {expected} expected</source>
        <translation>行が {count} 行ありますが、{expected} 行必要です。</translation>
    </message>
    <message>
        <source>{count} matrix, {expected} expected</source>
        <translation>行列が {count} 個ありますが、{expected} 個必要です。</translation>
    </message>
    <message>
        <source>One level of brackets is missing: {axes}.</source>
        <translation>角括弧が 1 段足りません: {axes} が必要です。</translation>
    </message>
    <message>
        <source>an object {{…}}</source>
        <translation>オブジェクト（{{…}}）</translation>
    </message>
    <message>
        <source>“{key}” stands there twice. Keep one of them.</source>
        <translation>「{key}」が 2 回書かれています。1 つだけ残してください。</translation>
    </message>
    <message>
        <source>“{name}” is not known here. Is “{near}” meant?</source>
        <translation>「{name}」はここでは使えません。「{near}」のことですか?</translation>
    </message>
    <message>
        <source>“{name}” is not known here. Known: {known}.</source>
        <translation>「{name}」はここでは使えません。使えるもの: {known}</translation>
    </message>
    <message>
        <source>a list […]</source>
        <translation>リスト（[…]）</translation>
    </message>
    <message>
        <source>{count} entries; {limit} are possible.</source>
        <translation>項目が {count} 個あります。上限は {limit} 個です。</translation>
    </message>
    <message>
        <source>a text in quotation marks</source>
        <translation>引用符で囲んだ文字列</translation>
    </message>
    <message>
        <source>{count} characters; {limit} are possible.</source>
        <translation>{count} 文字あります。上限は {limit} 文字です。</translation>
    </message>
    <message>
        <source>half a character (a lone surrogate). Write it whole.</source>
        <translation>文字が半分だけです（単独のサロゲート）。完全な文字を書いてください。</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真偽値（true か false）</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>{value} is not possible. Choose one of: {choices}.</source>
        <translation>{value} は使えません。次から選んでください: {choices}</translation>
    </message>
    <message>
        <source>{count} rows, {expected} expected</source>
        <translation>行が {count} 行ありますが、{expected} 行必要です。</translation>
    </message>
    <message>
        <source>{count} number, {expected} expected</source>
        <translation>数が {count} 個ありますが、{expected} 個必要です。</translation>
    </message>
    <message>
        <source>{count} matrices, {expected} expected</source>
        <translation>行列が {count} 個ありますが、{expected} 個必要です。</translation>
    </message>
    <message>
        <source>{value} is out of range; {low} … {high} is possible.</source>
        <translation>{value} は範囲外です。使えるのは {low} … {high} です。</translation>
    </message>
    <message>
        <source>{value} is not a finite number that a float64 holds</source>
        <translation>{value} は float64 で表せる有限の数ではありません。</translation>
    </message>
    <message>
        <source>{value} stands here, {expected} is expected</source>
        <translation>ここには{expected}が必要です（今の内容: {value}）。</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>リスト</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>“stack” is missing. Say which parts the model has.</source>
        <translation>「stack」がありません。モデルがどの部品からなるかを書いてください。</translation>
    </message>
    <message>
        <source>“architecture” is missing. Say what the model is made of.</source>
        <translation>「architecture」がありません。モデルの構成を書いてください。</translation>
    </message>
    <message>
        <source>This is no scenario: it does not begin with “format”: “{format}”.</source>
        <translation>シナリオではありません。「format」: 「{format}」で始まっていません。</translation>
    </message>
    <message>
        <source>“version” is missing. This program writes {ours}.</source>
        <translation>「version」がありません。このプログラムが書き出す値は {ours} です。</translation>
    </message>
    <message>
        <source>The file has version {theirs}, and this program reads up to version {ours}. Open it with a newer program.</source>
        <translation>ファイルのバージョンは {theirs} ですが、このプログラムが読めるのはバージョン {ours} までです。新しいプログラムで開いてください。</translation>
    </message>
    <message>
        <source>“{word}” stands there twice. Keep one of them.</source>
        <translation>「{word}」が 2 回書かれています。1 つだけ残してください。</translation>
    </message>
    <message>
        <source>“{name}” is missing: the stack “{stack}” reads it.</source>
        <translation>「{name}」がありません。stack が「{stack}」のときに必要です。</translation>
    </message>
    <message>
        <source>There must be at least one token.</source>
        <translation>トークンが少なくとも 1 つ必要です。</translation>
    </message>
    <message>
        <source>“{word}” is not in the vocabulary. Add it there.</source>
        <translation>「{word}」は語彙にありません。語彙に加えてください。</translation>
    </message>
    <message>
        <source>The vocabulary is empty, and the model predicts words. Add some.</source>
        <translation>語彙が空ですが、このモデルは語を予測します。語を加えてください。</translation>
    </message>
    <message>
        <source>{count} name, {expected} expected (one a column of d_model)</source>
        <translation>名前が {count} 個ありますが、{expected} 個必要です（d_model の列ごとに 1 つ）。</translation>
    </message>
    <message>
        <source>{count} names, {expected} expected (one a column of d_model)</source>
        <translation>名前が {count} 個ありますが、{expected} 個必要です（d_model の列ごとに 1 つ）。</translation>
    </message>
    <message>
        <source>A position stands there twice. Keep one of them.</source>
        <translation>同じ位置が 2 回書かれています。1 つだけ残してください。</translation>
    </message>
    <message>
        <source>The model has no token types. Set embedding ▸ types, or leave them out.</source>
        <translation>モデルにトークンタイプがありません。embedding ▸ types を指定するか、タイプを省いてください。</translation>
    </message>
    <message>
        <source>{count} number, {expected} expected (one a token)</source>
        <translation>数が {count} 個ですが、{expected} 個必要です (トークンごとに 1 個)</translation>
    </message>
    <message>
        <source>{count} numbers, {expected} expected (one a token)</source>
        <translation>数が {count} 個ですが、{expected} 個必要です (トークンごとに 1 個)</translation>
    </message>
    <message>
        <source>“{name}” is missing: with input = “{input}” it is typed in.</source>
        <translation>「{name}」がありません。input =「{input}」のときは入力値として必要です。</translation>
    </message>
    <message>
        <source>“seed” is missing, with which the numbers were made. Add it.</source>
        <translation>数値を作ったときの “seed” がありません。加えてください。</translation>
    </message>
    <message>
        <source>there is no such cell; the matrix is {size}, counted from 0.</source>
        <translation>そのセルはありません。行列は {size} で、0 から数えます。</translation>
    </message>
    <message>
        <source>This cell stands there twice. Keep one of them.</source>
        <translation>このセルが 2 回書かれています。どちらか 1 つにしてください。</translation>
    </message>
    <message>
        <source>“init” is missing. Name an initialiser, or write the numbers.</source>
        <translation>「init」がありません。初期化の方法を指定するか、数を書いてください。</translation>
    </message>
    <message>
        <source>“low” is larger than “high”. Exchange them.</source>
        <translation>「low」が「high」より大きくなっています。入れ替えてください。</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>ファイルが空です。</translation>
    </message>
    <message>
        <source>The file has {size} bytes; {limit} are possible.</source>
        <translation>ファイルが {size} バイトあります。上限は {limit} バイトです。</translation>
    </message>
    <message>
        <source>The file is UTF-16 or UTF-32 text. Save it as UTF-8.</source>
        <translation>ファイルが UTF-16 か UTF-32 のテキストです。UTF-8 で保存してください。</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text (byte {byte}). If it is text, save it as UTF-8.</source>
        <translation>ファイルが UTF-8 のテキストではありません（{byte} バイト目）。テキストであれば UTF-8 で保存してください。</translation>
    </message>
    <message>
        <source>The file holds zero bytes: it is damaged, or no text.</source>
        <translation>ファイルに値が 0 のバイトがあります。壊れているか、テキストではありません。</translation>
    </message>
    <message>
        <source>a value is expected here</source>
        <translation>ここには値が必要です</translation>
    </message>
    <message>
        <source>a comma or the closing bracket is expected here</source>
        <translation>ここにはコンマか閉じ括弧が必要です</translation>
    </message>
    <message>
        <source>a comma stands before the closing bracket</source>
        <translation>閉じ括弧の前に余分なコンマがあります</translation>
    </message>
    <message>
        <source>a name in quotation marks is expected here</source>
        <translation>ここには引用符で囲んだ名前が必要です</translation>
    </message>
    <message>
        <source>a colon is expected here</source>
        <translation>ここにはコロンが必要です</translation>
    </message>
    <message>
        <source>a backslash stands before what JSON does not know</source>
        <translation>バックスラッシュの後ろが JSON にない書き方です</translation>
    </message>
    <message>
        <source>a text goes over the end of its line, or holds a control character</source>
        <translation>文字列が行をまたいでいるか、制御文字を含んでいます</translation>
    </message>
    <message>
        <source>a text has no end</source>
        <translation>文字列が閉じられていません</translation>
    </message>
    <message>
        <source>texts stand in double quotation marks</source>
        <translation>文字列は二重引用符で囲みます</translation>
    </message>
    <message>
        <source>JSON has no comments</source>
        <translation>JSON にはコメントを書けません</translation>
    </message>
    <message>
        <source>Lists and objects are nested deeper than {limit}.</source>
        <translation>リストとオブジェクトの入れ子が {limit} 段より深くなっています。</translation>
    </message>
    <message>
        <source>line {line}: a list has more than {limit} entries, which no scenario has.</source>
        <translation>{line} 行目: リストの要素が {limit} 個を超えています。シナリオにはありえない数です。</translation>
    </message>
    <message>
        <source>line {line}: there are more than {limit} lists and texts up to here, which no scenario has.</source>
        <translation>{line} 行目: ここまでにリストと文字列が {limit} 個を超えています。シナリオにはありえない数です。</translation>
    </message>
    <message>
        <source>line {line}: there are more than {limit} numbers up to here, which no scenario has.</source>
        <translation>{line} 行目: ここまでに数が {limit} 個を超えています。シナリオにはありえない数です。</translation>
    </message>
    <message>
        <source>line {line}: a text has {count} bytes as it is written; {limit} are possible.</source>
        <translation>{line} 行目: 文字列がファイル上で {count} バイトあります。上限は {limit} バイトです。</translation>
    </message>
    <message>
        <source>line {line}: the texts have more than {limit} bytes up to here, which no scenario has.</source>
        <translation>{line} 行目: ここまでの文字列が合わせて {limit} バイトを超えています。シナリオにはありえない量です。</translation>
    </message>
    <message>
        <source>The file is a web page, not a scenario. Download the file itself.</source>
        <translation>このファイルはシナリオではなくウェブページです。ファイルそのものをダウンロードしてください。</translation>
    </message>
    <message>
        <source>The file is only a pointer to Git LFS. Fetch it: git lfs pull.</source>
        <translation>このファイルは Git LFS のポインタだけです。git lfs pull で取得してください。</translation>
    </message>
    <message>
        <source>The file is a zip archive, not a scenario. Unpack it first.</source>
        <translation>このファイルはシナリオではなく zip 書庫です。先に展開してください。</translation>
    </message>
    <message>
        <source>line {line}: two versions of the file stand here (&lt;&lt;&lt;&lt;&lt;&lt;&lt;). Settle the merge conflict first.</source>
        <translation>{line} 行目: ファイルの 2 つの版が混ざっています（&lt;&lt;&lt;&lt;&lt;&lt;&lt;）。先にマージの競合を解消してください。</translation>
    </message>
    <message>
        <source>line {line}, column {column}: this is not JSON ({reason}). Look there and just before.</source>
        <translation>{line} 行目、{column} 文字目: JSON ではありません（{reason}）。その場所と直前を確かめてください。</translation>
    </message>
    <message>
        <source>line {line}, column {column}: something follows the end of the document. Remove it.</source>
        <translation>{line} 行目、{column} 文字目: 文書の終わりの後に何かが続いています。取り除いてください。</translation>
    </message>
    <message>
        <source>line {line}: the file ends too early. It was not saved or copied as a whole.</source>
        <translation>{line} 行目: ファイルが途中で終わっています。保存またはコピーが最後まで行われていません。</translation>
    </message>
    <message>
        <source>there is no such file or folder. Choose another place.</source>
        <translation>そのファイルやフォルダはありません。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>part of the path is not a folder. Choose another place.</source>
        <translation>パスの途中がフォルダではありません。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>there is a file of that name. Choose another name.</source>
        <translation>その名前のファイルがあります。別の名前を選んでください。</translation>
    </message>
    <message>
        <source>it is no ordinary file. Choose another name.</source>
        <translation>通常のファイルではありません。別の名前を選んでください。</translation>
    </message>
    <message>
        <source>you may not, or it is read-only. Choose another place.</source>
        <translation>権限がないか、読み取り専用です。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>the disk is full. Make room, or choose another place.</source>
        <translation>ディスクに空きがありません。空きを作るか、別の場所を選んでください。</translation>
    </message>
    <message>
        <source>files there may not become so large. Choose another place.</source>
        <translation>その場所には、これほど大きなファイルを置けません。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>the link leads round in a circle. Choose the file itself.</source>
        <translation>リンクが循環しています。ファイルそのものを選んでください。</translation>
    </message>
    <message>
        <source>the name is too long. Choose a shorter one.</source>
        <translation>名前が長すぎます。短くしてください。</translation>
    </message>
    <message>
        <source>the system says “{reason}”. Choose another place.</source>
        <translation>システムからの知らせは「{reason}」です。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>“{text}” is not a number. Write one such as 0.25, -3 or =1/3.</source>
        <translation>「{text}」は数ではありません。0.25、-3、=1/3 のように書いてください。</translation>
    </message>
    <message>
        <source>{text} is not a finite number. The largest one is about 1.79e308.</source>
        <translation>{text} は有限の数ではありません。最大の数は約 1.79e308 です。</translation>
    </message>
    <message>
        <source>{text} cannot be worked out. Formulas are numbers with + - * / ^ ( ), pi, e and sqrt exp ln log sin cos tan tanh abs min max, such as =1/sqrt(2).</source>
        <translation>{text} は計算できません。式に使えるのは、数、+ - * / ^ ( )、pi、e、sqrt exp ln log sin cos tan tanh abs min max です。例: =1/sqrt(2)</translation>
    </message>
    <message>
        <source>The formula is too long: at most {length} characters, brackets at most {depth} deep.</source>
        <translation>式が長すぎます。{length} 文字まで、かっこは {depth} 重までです。</translation>
    </message>
    <message>
        <source>{text}: a formula cannot read other cells ({cell}). Write numbers, such as =1/sqrt(2).</source>
        <translation>{text}: 式から他のセル（{cell}）は読めません。=1/sqrt(2) のように数で書いてください。</translation>
    </message>
    <message>
        <source>The matrices of this model would hold {count} numbers; {limit} are possible. Choose fewer layers or a smaller d_model, d_ff or vocabulary.</source>
        <translation>このモデルの行列には合わせて {count} 個の数が必要ですが、上限は {limit} 個です。層を減らすか、d_model、d_ff、語彙を小さくしてください。</translation>
    </message>
    <message>
        <source>The steps of this model would hold {count} numbers; {limit} are possible. Choose fewer tokens, heads or layers.</source>
        <translation>このモデルのステップには合わせて {count} 個の数が必要ですが、上限は {limit} 個です。トークン、ヘッド、層のどれかを減らしてください。</translation>
    </message>
    <message>
        <source>There is no number. Write one such as 0.25, or 0 for nothing.</source>
        <translation>数がありません。0.25 のように書いてください。何もないときは 0 です。</translation>
    </message>
    <message>
        <source>{text} is not a number here: write {proposal}.</source>
        <translation>{text} はここでは数として読めません。{proposal} と書いてください。</translation>
    </message>
    <message>
        <source>{text} is not a whole number: write {below} or {above}.</source>
        <translation>{text} は整数ではありません。{below} か {above} と書いてください。</translation>
    </message>
    <message>
        <source>{text} can be read in two ways: write {decimal} or {whole}.</source>
        <translation>{text} は 2 通りに読めます。{decimal} か {whole} と書いてください。</translation>
    </message>
    <message>
        <source>the row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>the gain</source>
        <translation>ゲイン</translation>
    </message>
    <message>
        <source>the bias</source>
        <translation>バイアス</translation>
    </message>
    <message>
        <source>the first operand</source>
        <translation>1つ目の被演算子</translation>
    </message>
    <message>
        <source>the second operand</source>
        <translation>2つ目の被演算子</translation>
    </message>
    <message>
        <source>the matrix</source>
        <translation>行列</translation>
    </message>
    <message>
        <source>the edited mask</source>
        <translation>編集したマスク</translation>
    </message>
    <message>
        <source>the tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>the scores</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>the mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>the weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>the input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>the number of heads</source>
        <translation>ヘッド数</translation>
    </message>
    <message>
        <source>the gate</source>
        <translation>ゲート</translation>
    </message>
    <message>
        <source>the hidden numbers</source>
        <translation>隠れ層の数</translation>
    </message>
    <message>
        <source>the shapes</source>
        <translation>形</translation>
    </message>
    <message>
        <source>{step}: {left} is {left_size} and {right} is {right_size}; {axis} must be equal. Change the size of one of them.</source>
        <translation>{step}: {left} は {left_size}、{right} は {right_size} です。{axis} は等しくなければなりません。どちらかの大きさを変えてください。</translation>
    </message>
    <message>
        <source>{step}: {tokens} tokens, but the learned positions reach only to {positions}. Remove tokens or give W_P more rows.</source>
        <translation>{step}: トークンは {tokens} 個ですが、学習された位置は {positions} までです。トークンを減らすか、W_P の行を増やしてください。</translation>
    </message>
    <message>
        <source>{step}: token type {kind}, but W_T has only the rows 0 to {last}. Choose another type, or give the model more of them.</source>
        <translation>{step}: トークンタイプ {kind} ですが、W_T の行は 0 から {last} までです。別のタイプを選ぶか、モデルのタイプを増やしてください。</translation>
    </message>
    <message>
        <source>{step} must be typed in, {size}, and is missing. Add it to “given”.</source>
        <translation>{step}（{size}）は入力値として必要ですが、ありません。「given」に加えてください。</translation>
    </message>
    <message>
        <source>There is no {name} here. Names are listed by “trace”.</source>
        <translation>ここに {name} はありません。名前の一覧は「trace」で表示できます。</translation>
    </message>
    <message>
        <source>There must be at least one token. Type a word.</source>
        <translation>トークンが少なくとも 1 つ必要です。語を入力してください。</translation>
    </message>
    <message>
        <source>A token has {length} characters; {limit} are possible. Cut it by a space.</source>
        <translation>トークンが {length} 文字あります。上限は {limit} 文字です。空白で区切ってください。</translation>
    </message>
    <message>
        <source>The text holds half a character (a lone surrogate). Type it anew.</source>
        <translation>テキストに半分だけの文字（単独のサロゲート）があります。入力し直してください。</translation>
    </message>
    <message>
        <source>{step} could not be computed: {reason}. Undo the last change.</source>
        <translation>{step} を計算できませんでした: {reason}。直前の変更を元に戻してください。</translation>
    </message>
    <message>
        <source>There is no part “{name}” here to switch off or on. There are: {known}.</source>
        <translation>ここにオン・オフできる部品「{name}」はありません。あるのは {known} です。</translation>
    </message>
    <message>
        <source>There is no part “{name}” here; did you mean “{near}”?</source>
        <translation>ここに部品「{name}」はありません。「{near}」のことですか?</translation>
    </message>
    <message>
        <source>This recovery file is damaged; it is kept as it is.</source>
        <translation>この復元用ファイルは壊れています。そのまま残してあります。</translation>
    </message>
    <message>
        <source>Nothing was transposed: the selection is {shape}, and rows and columns must be equally many. Select a square.</source>
        <translation>転置しませんでした。選択範囲は {shape} ですが、行と列は同じ数でなければなりません。正方形に選択してください。</translation>
    </message>
    <message>
        <source>Nothing was normalised: row {row} of the selection adds up to {total}, and nothing can be divided by that. Change the row first.</source>
        <translation>正規化しませんでした。選択範囲の {row} 行目の和は {total} で、これでは割れません。先にその行を変えてください。</translation>
    </message>
    <message>
        <source>{count} random numbers are too many at once: {limit} are possible. Select fewer cells.</source>
        <translation>一度に {count} 個の乱数は多すぎます。{limit} 個までです。選択するセルを減らしてください。</translation>
    </message>
    <message>
        <source>The text has {length} characters; {limit} are possible. Take a part of it.</source>
        <translation>テキストは {length} 文字ありますが、読めるのは {limit} 文字までです。一部だけを使ってください。</translation>
    </message>
    <message>
        <source>Row {row}: a quote is not closed, or something stands behind it. Double the quotes inside a cell.</source>
        <translation>{row} 行: 引用符が閉じていないか、後に何かが続いています。セルの中の引用符は二重に書いてください。</translation>
    </message>
    <message>
        <source>Row {row}: a cell is longer than {limit} characters.</source>
        <translation>{row} 行: {limit} 文字を超えるセルがあります。</translation>
    </message>
    <message>
        <source>{count} numbers are too many for the clipboard; {limit} are possible. Select fewer cells.</source>
        <translation>{count} 個の数値はクリップボードには多すぎます。{limit} 個まで可能です。選択するセルを減らしてください。</translation>
    </message>
    <message>
        <source>The rows differ in length: row {row} has {count}, row {first} has {expected}.</source>
        <translation>行の長さが違います。{row} 行は {count} 個、{first} 行は {expected} 個です。</translation>
    </message>
    <message>
        <source>Not numbers (row, column): {cells}</source>
        <translation>数値でないもの (行、列): {cells}</translation>
    </message>
    <message>
        <source>{reason} Not numbers (row, column): {cells}</source>
        <translation>{reason}数値でないもの (行、列): {cells}</translation>
    </message>
    <message>
        <source>There are more than {limit} cells. Take a part of them.</source>
        <translation>セルが {limit} 個を超えています。一部だけを使ってください。</translation>
    </message>
    <message>
        <source>More than {limit} cells are not spelled plainly, such as 0.25. Row {row} has one of them.</source>
        <translation>0.25 のような普通の書き方でないセルが {limit} 個を超えています。{row} 行にもあります。</translation>
    </message>
    <message>
        <source>a workbook or another zip archive</source>
        <translation>ワークブックまたはほかの zip アーカイブ</translation>
    </message>
    <message>
        <source>an old workbook or document</source>
        <translation>古い形式のワークブックまたは文書</translation>
    </message>
    <message>
        <source>a compressed file</source>
        <translation>圧縮ファイル</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文書</translation>
    </message>
    <message>
        <source>pickled Python objects, which are never read</source>
        <translation>pickle 化された Python オブジェクト (決して読み込みません)</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>ウェブページ</translation>
    </message>
    <message>
        <source>a pointer to a file in Git LFS</source>
        <translation>Git LFS のファイルへのポインター</translation>
    </message>
    <message>
        <source>The file is {kind}. Save the numbers as CSV, TSV or NPY.</source>
        <translation>このファイルは{kind}です。数値を CSV、TSV、NPY のいずれかで保存してください。</translation>
    </message>
    <message>
        <source>The file is no text: line {line} has a zero byte. Save the numbers as CSV, TSV or NPY.</source>
        <translation>このファイルはテキストではありません。{line} 行に値 0 のバイトがあります。数値を CSV、TSV、NPY のいずれかで保存してください。</translation>
    </message>
    <message>
        <source>The file begins as {encoding} and is damaged: byte {position} does not belong there.</source>
        <translation>このファイルは {encoding} で始まりますが壊れています。{position} バイト目が正しくありません。</translation>
    </message>
    <message>
        <source>The file has {size} bytes; {limit} are possible. Save the part of it that is needed.</source>
        <translation>ファイルは {size} バイトありますが、読めるのは {limit} バイトまでです。必要な部分だけを保存してください。</translation>
    </message>
    <message>
        <source>The file is empty: there are no numbers in it.</source>
        <translation>ファイルが空です。数値がありません。</translation>
    </message>
    <message>
        <source>The matrix has no \end{{{name}}}: the text is cut off.</source>
        <translation>行列に \end{{{name}}} がありません。テキストが途中で切れています。</translation>
    </message>
    <message>
        <source>The brackets do not pair, or some rows have brackets and others none, near “{text}”.</source>
        <translation>“{text}” の近くで括弧が対になっていないか、括弧のある行とない行が混ざっています。</translation>
    </message>
    <message>
        <source>The print-out is shortened (…): numbers are missing. Print all of it, or use tolist().</source>
        <translation>表示が省略されていて (…)、数値が足りません。全体を表示するか tolist() を使ってください。</translation>
    </message>
    <message>
        <source>“{text}” is not worked out here. Paste the numbers that come out of it.</source>
        <translation>“{text}” はここでは計算しません。計算結果の数値を貼り付けてください。</translation>
    </message>
    <message>
        <source>There are {count} axes; a matrix has two, or three with one for the heads.</source>
        <translation>軸が {count} 本あります。行列の軸は 2 本、ヘッドを含めて 3 本までです。</translation>
    </message>
    <message>
        <source>Python objects, which are never read</source>
        <translation>Python オブジェクト (決して読み込みません)</translation>
    </message>
    <message>
        <source>complex numbers</source>
        <translation>複素数</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文字列</translation>
    </message>
    <message>
        <source>dates</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>spans of time</source>
        <translation>時間の長さ</translation>
    </message>
    <message>
        <source>records with several fields</source>
        <translation>複数の項目をもつレコード</translation>
    </message>
    <message>
        <source>numbers of a kind that is not read here</source>
        <translation>ここでは読めない種類の数値</translation>
    </message>
    <message>
        <source>The beginning of the NumPy file is damaged. Save it anew.</source>
        <translation>NumPy ファイルの先頭が壊れています。保存し直してください。</translation>
    </message>
    <message>
        <source>The array holds {kind} ({type}). Save it as float64: np.save(name, values.astype(float)).</source>
        <translation>配列の中身は{kind} ({type}) です。float64 で保存してください: np.save(name, values.astype(float))。</translation>
    </message>
    <message>
        <source>The file should hold {shape} numbers in {expected} bytes and has {found}: it was not saved or copied as a whole.</source>
        <translation>ファイルには {shape} 個の数値で {expected} バイトあるはずですが、{found} バイトです。全体が保存またはコピーされていません。</translation>
    </message>
    <message>
        <source>The array has {shape} numbers; {limit} are possible. Save the part that is needed.</source>
        <translation>配列には {shape} 個の数値がありますが、{limit} 個までです。必要な部分だけを保存してください。</translation>
    </message>
    <message>
        <source>The array is {shape}; a matrix has two axes, or three with the heads first.</source>
        <translation>配列は {shape} です。行列の軸は 2 本、先頭がヘッドなら 3 本です。</translation>
    </message>
    <message>
        <source>The array is {shape}: there is no number in it.</source>
        <translation>配列は {shape} で、数値がありません。</translation>
    </message>
    <message>
        <source>Row {row}, column {column}: {number} cannot be kept. Cells hold finite float64 numbers.</source>
        <translation>{row} 行 {column} 列: {number} は保持できません。セルに入るのは有限の float64 の数値です。</translation>
    </message>
    <message>
        <source>“{text}” can be two numbers or one with a decimal comma. Separate numbers by tabs or spaces, and write decimals with a point.</source>
        <translation>“{text}” は 2 つの数値とも小数点がコンマの 1 つの数値とも読めます。数値はタブか空白で区切り、小数点はピリオドで書いてください。</translation>
    </message>
    <message>
        <source>The text has {count} lines; {limit} are possible. Take the part that is needed.</source>
        <translation>テキストが {count} 行あります。上限は {limit} 行です。必要な部分だけを取ってください。</translation>
    </message>
    <message>
        <source>“{address}” is not on this computer. Fetch the file first.</source>
        <translation>「{address}」はこのコンピューターにありません。先にファイルを取り込んでください。</translation>
    </message>
    <message>
        <source>“{name}” cannot be the name of a file: it has a zero character.</source>
        <translation>「{name}」はファイル名にできません。ゼロ文字が含まれています。</translation>
    </message>
    <message>
        <source>A picture of {rows} × {columns} cells would be too large. Select fewer cells.</source>
        <translation>{rows} × {columns} セルの画像は大きすぎます。選択するセルを減らしてください。</translation>
    </message>
    <message>
        <source>“{text}” in row {row} is no mark of padding. Write 1 for padding and 0 for none.</source>
        <translation>{row} 行の「{text}」はパディングの印ではありません。パディングには 1、そうでなければ 0 を入力してください。</translation>
    </message>
    <message>
        <source>Nothing was pasted, for the rows differ in length: row {row} has {count}, row 1 has {expected}. Copy a rectangle.</source>
        <translation>貼り付けませんでした。{row} 行のセルは {count} 個、1 行は {expected} 個です。長方形の範囲をコピーしてください。</translation>
    </message>
    <message>
        <source>Nothing was pasted: the clipboard has {count} columns, and from the selected cell on there is room for {room}.</source>
        <translation>貼り付けませんでした。クリップボードは {count} 列ですが、選択したセルから先には {room} 列しか入りません。</translation>
    </message>
    <message>
        <source>“{word}” would stand in the vocabulary twice, in rows {first} and {second}. Each word stands there once.</source>
        <translation>「{word}」が語彙の {first} 行と {second} 行に重複します。語彙の語はそれぞれ 1 つだけです。</translation>
    </message>
    <message>
        <source>This model looks no words up and has no vocabulary.</source>
        <translation>このモデルは語を引かないので、語彙がありません。</translation>
    </message>
    <message>
        <source>This model turns no columns. Choose rotary positions (RoPE) in Model ▸ Change model first.</source>
        <translation>このモデルは列を回転しません。先に「モデル ▸ モデルの変更」で回転位置（RoPE）を選んでください。</translation>
    </message>
    <message>
        <source>Keys and values cannot be kept: {reason}</source>
        <translation>キーとバリューを保持できません: {reason}</translation>
    </message>
    <message>
        <source>this model puts out no words. A decoder does.</source>
        <translation>このモデルは語を出力しません。デコーダなら出力します。</translation>
    </message>
    <message>
        <source>{names} is typed in and would not grow with the words. Let it be computed.</source>
        <translation>{names} は手入力で、語が増えても増えません。計算させてください。</translation>
    </message>
    <message>
        <source>without a causal mask, earlier words see the new one and change. Switch the mask on.</source>
        <translation>因果マスクがないと、前の語が新しい語を見て変わります。マスクをオンにしてください。</translation>
    </message>
    <message>
        <source>what is masked counts all the same, so earlier words change with a new one. Mask with −∞.</source>
        <translation>マスクした値も計算に入るため、語が増えると前の語が変わります。−∞ でマスクしてください。</translation>
    </message>
    <message>
        <source>softmax over columns shares out among all words anew. Choose softmax over rows.</source>
        <translation>列ごとのソフトマックスは、すべての語で割合を分け直します。行ごとにしてください。</translation>
    </message>
    <message>
        <source>heads cut by plain reshape mix the words anew when one more comes. Cut them by columns.</source>
        <translation>単純な reshape によるヘッドは、語が増えると語の混ざり方が変わります。列で分けてください。</translation>
    </message>
    <message>
        <source>cross-attention reads the decoder, which it sees without a mask. Let it read the encoder.</source>
        <translation>交差注意がデコーダをマスクなしで読んでいます。エンコーダを読むようにしてください。</translation>
    </message>
    <message>
        <source>a row that may look nowhere looks at all words evenly, new ones too. Let it be zeros.</source>
        <translation>どこも見られない行が、新しい語も含めてすべての語を等しく見ています。0 にしてください。</translation>
    </message>
    <message>
        <source>The pinned run has no {name}: show “now”.</source>
        <translation>ピン留めした計算に {name} はありません。「現在」を表示してください。</translation>
    </message>
    <message>
        <source>No difference of {name} can be shown: now the shape is {now}, pinned it is {pinned}.</source>
        <translation>{name} の差は表示できません。形は現在 {now}、ピン留めでは {pinned} です。</translation>
    </message>
    <message>
        <source>The file holds no weights: safetensors and NPZ are read.</source>
        <translation>ファイルに重みがありません。読み込めるのは safetensors と NPZ です。</translation>
    </message>
    <message>
        <source>The file is {kind}. Save the weights as safetensors or NPZ.</source>
        <translation>ファイルは{kind}です。重みを safetensors または NPZ で保存してください。</translation>
    </message>
    <message>
        <source>The file is a single array without a name. Use File ▸ Import matrix, or save it with its name: np.savez.</source>
        <translation>ファイルは名前のない一つの配列です。「ファイル」▸「行列を読み込む」を使うか、名前を付けて保存してください: np.savez</translation>
    </message>
    <message>
        <source>There is no tensor in the file.</source>
        <translation>ファイルにテンソルがありません。</translation>
    </message>
    <message>
        <source>No model can be told from these names: {names}. Name the tensors as here (encoder.0.attn.W_Q) or as nn.MultiheadAttention does (self_attn.in_proj_weight), or import them into a model that is open.</source>
        <translation>これらの名前からはモデルが分かりません: {names}。テンソルの名前をこのプログラムの名前 (encoder.0.attn.W_Q) または nn.MultiheadAttention の名前 (self_attn.in_proj_weight) にするか、開いているモデルに読み込んでください。</translation>
    </message>
    <message>
        <source>{name} is {shape}; axes of {ours}: {axes}, none of length 0. Save it under another name.</source>
        <translation>{name} は {shape} です。{ours} の軸は {axes} 本で、長さ 0 の軸はありません。別の名前で保存してください。</translation>
    </message>
    <message>
        <source>The archive is damaged, or was not saved or copied as a whole. Save it anew: np.savez.</source>
        <translation>アーカイブが壊れているか、最後まで保存またはコピーされていません。保存し直してください: np.savez</translation>
    </message>
    <message>
        <source>The file holds pickled Python objects, which are never read. Save the weights without them: safetensors.torch.save_file(model.state_dict(), name).</source>
        <translation>ファイルには pickle された Python オブジェクトが入っており、これは決して読み込みません。重みをそれなしで保存してください: safetensors.torch.save_file(model.state_dict(), name)</translation>
    </message>
    <message>
        <source>“{name}” in the archive is no array (.npy). Save the arrays alone: np.savez.</source>
        <translation>アーカイブの中の「{name}」は配列 (.npy) ではありません。配列だけを保存してください: np.savez</translation>
    </message>
    <message>
        <source>“{name}” is encrypted, or packed in a way that NumPy does not use. Save it anew: np.savez.</source>
        <translation>「{name}」は暗号化されているか、NumPy が使わない方法で圧縮されています。保存し直してください: np.savez</translation>
    </message>
    <message>
        <source>Unpacked, the archive would have {size} bytes; {limit} are possible. Save the layers that are needed.</source>
        <translation>アーカイブを展開すると {size} バイトになります。読み込めるのは {limit} バイトまでです。必要な層だけを保存してください。</translation>
    </message>
    <message>
        <source>Nothing in the file fits the model. The first tensor is {name}, {shape}: {reason}.</source>
        <translation>ファイルの中にモデルに合うものがありません。最初のテンソルは {name}、{shape}: {reason}。</translation>
    </message>
    <message>
        <source>The beginning of the safetensors file is damaged ({reason}). Save it anew: safetensors.numpy.save_file(tensors, name).</source>
        <translation>safetensors ファイルの先頭が壊れています({reason})。保存し直してください: safetensors.numpy.save_file(tensors, name)</translation>
    </message>
    <message>
        <source>The header of the safetensors file has {size} bytes; {limit} are possible.</source>
        <translation>safetensors ファイルのヘッダーは {size} バイトあります。読み込めるのは {limit} バイトまでです。</translation>
    </message>
    <message>
        <source>The numbers should take {expected} bytes and there are {found}: the file was not saved or copied as a whole.</source>
        <translation>数値は {expected} バイトのはずですが {found} バイトあります。ファイルが最後まで保存またはコピーされていません。</translation>
    </message>
    <message>
        <source>{name} is stored as {type}, which is not read here. Save it as float32, float16 or bfloat16.</source>
        <translation>{name} は {type} で保存されており、ここでは読み込めません。float32、float16、bfloat16 のいずれかで保存してください。</translation>
    </message>
    <message>
        <source>{name}: {shape} numbers take {expected} bytes and the header says {found}. Save it anew.</source>
        <translation>{name}: {shape} 個の数は {expected} バイトですが、ヘッダーでは {found} バイトです。保存し直してください。</translation>
    </message>
    <message>
        <source>{name} begins at byte {begin} of the numbers and the one before it ends at {end}. Save the file anew.</source>
        <translation>{name} は数値の {begin} バイト目から始まりますが、その前のテンソルは {end} バイト目で終わります。ファイルを保存し直してください。</translation>
    </message>
    <message>
        <source>it has no length</source>
        <translation>長さがありません</translation>
    </message>
    <message>
        <source>it goes on behind the end of the file</source>
        <translation>ファイルの終わりより後ろまで続いています</translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation>JSON ではありません</translation>
    </message>
    <message>
        <source>it is no table of tensors</source>
        <translation>テンソルの表ではありません</translation>
    </message>
    <message>
        <source>a tensor lacks dtype, shape or data_offsets, or has more</source>
        <translation>テンソルに dtype、shape、data_offsets のいずれかがないか、余分なものがあります</translation>
    </message>
    <message>
        <source>The file has {size} bytes; {limit} are possible. Save the layers that are needed.</source>
        <translation>ファイルは {size} バイトあります。読み込めるのは {limit} バイトまでです。必要な層だけを保存してください。</translation>
    </message>
    <message>
        <source>The file has {count} tensors; {limit} are possible. Save the layers that are needed.</source>
        <translation>ファイルにはテンソルが {count} 個あります。読み込めるのは {limit} 個までです。必要な層だけを保存してください。</translation>
    </message>
    <message>
        <source>“{name}” is no name of a tensor: names are up to {limit} visible characters, and no paths. Save the file anew.</source>
        <translation>「{name}」はテンソルの名前ではありません。名前は表示できる文字 {limit} 字までで、パスは使えません。ファイルを保存し直してください。</translation>
    </message>
    <message>
        <source>Two tensors are called {name}. Save the file anew, each once.</source>
        <translation>{name} という名前のテンソルが二つあります。それぞれ一度だけになるようにファイルを保存し直してください。</translation>
    </message>
    <message>
        <source>{name}: {reason}</source>
        <translation>{name}: {reason}</translation>
    </message>
    <message>
        <source>[{index}] is {number}, which cannot be kept. Parameters are finite float64 numbers.</source>
        <translation>[{index}] の {number} は保持できません。パラメータは有限の float64 の数です。</translation>
    </message>
    <message>
        <source>decoder ▸ heads is {heads}, and that does not divide d_model = {d_model}. Choose a number of heads that does, or say decoder ▸ d_k.</source>
        <translation>decoder ▸ heads は {heads} で、d_model = {d_model} を割り切れません。割り切れるヘッド数を選ぶか、decoder ▸ d_k を指定してください。</translation>
    </message>
    <message>
        <source>decoder ▸ heads is {heads}, and the {kv_heads} heads of keys and values, which it has as the encoder, do not divide that. Choose a number for decoder ▸ heads that they divide, or 0 for attention ▸ kv_heads.</source>
        <translation>decoder ▸ heads は {heads} で、エンコーダと同じキーとバリューの {kv_heads} ヘッドでは割り切れません。割り切れる decoder ▸ heads を選ぶか、attention ▸ kv_heads を 0 にしてください。</translation>
    </message>
    <message>
        <source>No word comes behind token {number}, “{word}”: {reason}</source>
        <translation>トークン {number} 「{word}」の後に来る単語がありません: {reason}</translation>
    </message>
    <message>
        <source>the vocabulary is empty. Add words to it.</source>
        <translation>語彙が空です。単語を追加してください。</translation>
    </message>
    <message>
        <source>its row of {name} holds NaN. Look for the first NaN, and mend that.</source>
        <translation>その {name} の行に NaN があります。最初の NaN を探して直してください。</translation>
    </message>
    <message>
        <source>its row of {name} picks no word. Change the numbers it is made from.</source>
        <translation>その {name} の行ではどの単語も選ばれません。元になる数値を変えてください。</translation>
    </message>
    <message>
        <source>{name} is typed in, and its row picks no word. Type in numbers, or let it be computed.</source>
        <translation>{name} は入力された数値で、その行ではどの単語も選ばれません。数値を入力するか、計算させてください。</translation>
    </message>
    <message>
        <source>{heads} heads do not divide the width of {name}: {columns}. Choose a number that does.</source>
        <translation>{name} の {columns} 列は {heads} ヘッドで割り切れません。割り切れる数を選んでください。</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>Worked example</source>
        <translation>計算例</translation>
    </message>
    <message>
        <source>One head, by hand</source>
        <translation>ヘッド 1 つを手計算</translation>
    </message>
    <message>
        <source>Encoder block</source>
        <translation>エンコーダブロック</translation>
    </message>
    <message>
        <source>Tiny GPT</source>
        <translation>小さな GPT</translation>
    </message>
    <message>
        <source>it → animal</source>
        <translation>it → animal</translation>
    </message>
    <message>
        <source>I eat apples</source>
        <translation>I eat apples</translation>
    </message>
    <message>
        <source>A B … A → B</source>
        <translation>A B … A → B</translation>
    </message>
</context>
<context>
    <name>Explain</name>
    <message>
        <source>head {number}</source>
        <translation>ヘッド {number}</translation>
    </message>
    <message>
        <source>column {label}</source>
        <translation>列 {label}</translation>
    </message>
    <message>
        <source>{key} comes later than {query}</source>
        <translation>「{key}」は「{query}」より後にある</translation>
    </message>
    <message>
        <source>{key} is outside the window of {query}</source>
        <translation>{key} は {query} の窓の外です</translation>
    </message>
    <message>
        <source>{key} is padding</source>
        <translation>「{key}」はパディングである</translation>
    </message>
    <message>
        <source>the mask says that {query} may not look at {key}</source>
        <translation>マスクで「{query}」から「{key}」は見えないことになっている</translation>
    </message>
    <message>
        <source>{reason}: nothing is seen there, 0.</source>
        <translation>{reason}ので、ここは見えません（0）。</translation>
    </message>
    <message>
        <source>{query} may look at {key}: 1.</source>
        <translation>「{query}」は「{key}」を見てよいので 1 です。</translation>
    </message>
    <message>
        <source>{reason}: the score becomes {number}; its weight is 0 only while the others are far above.</source>
        <translation>{reason}: スコアは {number} になります。重みが 0 になるのは、ほかのスコアがずっと大きい間だけです。</translation>
    </message>
    <message>
        <source>{reason}: times 0. A mistake: to softmax 0 is a score like any other, with a share.</source>
        <translation>{reason}: 0 倍します。これは誤りで、ソフトマックスにとって 0 もほかと同じスコアであり、取り分を得ます。</translation>
    </message>
    <message>
        <source>{reason}: times 0. A mistake: the others do not get what it had, the row adds to {total}.</source>
        <translation>{reason}: 0 倍します。これは誤りで、その分がほかに回らず、行の和は {total} になります。</translation>
    </message>
    <message>
        <source>{query} may look at {key}: the weight is kept; the row adds to {total}.</source>
        <translation>{query} は {key} を見られるので、重みはそのままです。行の和は {total} です。</translation>
    </message>
    <message>
        <source>{reason}: the score is masked, −∞, and its weight will be exactly 0.</source>
        <translation>{reason}ので、スコアはマスクされて −∞ になり、重みはちょうど 0 になります。</translation>
    </message>
    <message>
        <source>{query} may look at {key}: the score is kept.</source>
        <translation>「{query}」は「{key}」を見てよいので、スコアはそのままです。</translation>
    </message>
    <message>
        <source>Masked scores: {count} of {total}.</source>
        <translation>マスクされたスコア: {total} 個中 {count} 個。</translation>
    </message>
    <message>
        <source>{reason}: masked, and since e to the power −∞ is 0, it gets exactly 0.</source>
        <translation>{reason}ので、マスクされています。e の −∞ 乗は 0 なので、ちょうど 0 になります。</translation>
    </message>
    <message>
        <source>No key may be looked at: all get the same share, what is forbidden too.</source>
        <translation>どのキーも見られません。禁止されたものも含め、すべて同じ取り分になります。</translation>
    </message>
    <message>
        <source>No key may be looked at: 0 / 0, NaN.</source>
        <translation>どのキーも見られません。0 / 0 で NaN です。</translation>
    </message>
    <message>
        <source>No key may be looked at: all weights are 0.</source>
        <translation>見てよいキーが 1 つもないので、重みはすべて 0 です。</translation>
    </message>
    <message>
        <source>{score} is the largest score of the row: it is taken away first, which changes nothing and keeps the powers small.</source>
        <translation>{score} はこの行で最大のスコアです。先にこれを引きます。結果は変わらず、累乗が大きくなりすぎません。</translation>
    </message>
    <message>
        <source>{score} is the largest logit of the row: it is taken away first, which changes nothing and keeps the powers small.</source>
        <translation>{score} はこの行で最大のロジットです。先にこれを引きます。結果は変わらず、累乗が大きくなりすぎません。</translation>
    </message>
    <message>
        <source>The temperature T = {temperature} divides the differences: a large T levels, a small T sharpens.</source>
        <translation>差を温度 T = {temperature} で割ります。T が大きいと均等に近づき、小さいと差が際立ちます。</translation>
    </message>
    <message>
        <source>{base} in the place of e is raised to the differences: whole ones are exact by hand.</source>
        <translation>e の代わりに {base} を差の乗数だけ累乗します。整数の差なら手計算で正確に求まります。</translation>
    </message>
    <message>
        <source>A share of its column, over the queries. A mistake: rows no longer add to 1.</source>
        <translation>列の中での（クエリ方向の）取り分です。これは誤りで、行の和は 1 になりません。</translation>
    </message>
    <message>
        <source>The row adds to 1.</source>
        <translation>行の和は 1 です。</translation>
    </message>
    <message>
        <source>The largest number of the row, at {key}.</source>
        <translation>行の最大の数で、「{key}」の列にあります。</translation>
    </message>
    <message>
        <source>The largest number of the row.</source>
        <translation>行の最大の数です。</translation>
    </message>
    <message>
        <source>e to the power (number − largest of the row): 1 for the largest, less for all others.</source>
        <translation>e の（数 − 行の最大）乗です。最大の数では 1、ほかは 1 より小さくなります。</translation>
    </message>
    <message>
        <source>The exponentials of the row, added: what each of them is a share of.</source>
        <translation>この行の e の累乗をすべて足したものです。それぞれの割合は、この和に対するものです。</translation>
    </message>
    <message>
        <source>∞ or NaN stands in the row, so there are no shares: NaN.</source>
        <translation>行に ∞ か NaN があるので、割合が定まらず NaN になります。</translation>
    </message>
    <message>
        <source>A large score says: what {query} asks fits what {key} offers.</source>
        <translation>スコアが大きいほど、「{query}」のクエリと「{key}」のキーがよく合っています。</translation>
    </message>
    <message>
        <source>One product for each column (d_k = {count}), then the sum.</source>
        <translation>d_k = {count} 列それぞれの積をとり、足します。</translation>
    </message>
    <message>
        <source>Queries come from the decoder, keys and values from memory: {queries} × {keys}.</source>
        <translation>クエリはデコーダから、キーとバリューは memory から来ます: {queries} × {keys}。</translation>
    </message>
    <message>
        <source>Head {head} reads head {read} of {what}, which heads {first} to {last} share.</source>
        <translation>ヘッド {head} は {what} のヘッド {read} を読みます。これはヘッド {first} から {last} までが共有します。</translation>
    </message>
    <message>
        <source>Head {head} reads head {read} of {what}: in turn, a mistake. By groups it is head {right}.</source>
        <translation>ヘッド {head} は {what} のヘッド {read} を読みます。順番に読むのは間違いで、組ごとならヘッド {right} です。</translation>
    </message>
    <message>
        <source>Divided by the root of d_k = {d_k}, which keeps the spread of the scores near 1 whatever d_k is.</source>
        <translation>d_k = {d_k} の平方根で割ります。d_k がいくつでも、スコアの散らばりが 1 くらいに保たれます。</translation>
    </message>
    <message>
        <source>√1 = 1: with d_k = 1 the scaling changes nothing.</source>
        <translation>√1 = 1 なので、d_k = 1 ではスケーリングしても変わりません。</translation>
    </message>
    <message>
        <source>Divided by the root of {of} = {number}. A mistake: the size of a query, d_k, belongs under the root.</source>
        <translation>{of} = {number} の平方根で割っています。これは誤りで、根号の中にはクエリの大きさ d_k が入ります。</translation>
    </message>
    <message>
        <source>Pressed between −{cap} and {cap}: numbers near 0 hardly change, large ones stop at the cap.</source>
        <translation>−{cap} から {cap} の間に収めます。0 に近い数はほとんど変わらず、大きい数は上限で止まります。</translation>
    </message>
    <message>
        <source>Each score times a factor of your own, {factor}.</source>
        <translation>各スコアに、自分で決めた係数 {factor} を掛けます。</translation>
    </message>
    <message>
        <source>Each query times a factor of your own, {factor}.</source>
        <translation>各クエリに自分で決めた係数 {factor} を掛けます。</translation>
    </message>
    <message>
        <source>Done to the queries once, it need not be done to every score: the scores are the same.</source>
        <translation>クエリに一度行えば、スコアごとに行う必要はありません。スコアは同じです。</translation>
    </message>
    <message>
        <source>Of the value of each key, as much as {query}&apos;s weight says, then the sum.</source>
        <translation>各キーのバリューに「{query}」の重みを掛けて、足します。</translation>
    </message>
    <message>
        <source>Masked keys have weight 0 and take no part.</source>
        <translation>マスクされたキーは重みが 0 で、加わりません。</translation>
    </message>
    <message>
        <source>Keys and values come from the decoder itself. A mistake: nothing of the source is seen here.</source>
        <translation>キーとバリューはデコーダ自身から来ています。これは誤りで、ソースは何も見えません。</translation>
    </message>
    <message>
        <source>One product for each of the {axis} = {count} columns of {left}, then the sum.</source>
        <translation>{left} の {axis} = {count} 列それぞれの積をとり、足します。</translation>
    </message>
    <message>
        <source>{axis} = 1: a single product.</source>
        <translation>{axis} = 1 なので、積は 1 つだけです。</translation>
    </message>
    <message>
        <source>Typed in: change it here.</source>
        <translation>入力値です。ここで変えられます。</translation>
    </message>
    <message>
        <source>A parameter: change it here.</source>
        <translation>パラメータです。ここで変えられます。</translation>
    </message>
    <message>
        <source>Used by {steps}.</source>
        <translation>使う所: {steps}。</translation>
    </message>
    <message>
        <source>No step uses it.</source>
        <translation>どのステップでも使われていません。</translation>
    </message>
    <message>
        <source>{cell} is NaN (not a number), and so is all that is made from it.</source>
        <translation>{cell} が NaN（非数）なので、そこから計算されるものもすべて NaN になります。</translation>
    </message>
    <message>
        <source>{cell} is {value}, and it is not computed: change it there.</source>
        <translation>{cell} は {value} です。これは計算された数ではありません。そこで変えてください。</translation>
    </message>
    <message>
        <source>{arithmetic} is more than any float64 can hold: {value}.</source>
        <translation>{arithmetic} は float64 で表せる最大の数を超えます: {value}。</translation>
    </message>
    <message>
        <source>{arithmetic} is less than any float64 can hold: {value}.</source>
        <translation>{arithmetic} は float64 で表せる最小の数を下回ります: {value}。</translation>
    </message>
    <message>
        <source>The sum of these {count} numbers is beyond what any float64 can hold: {value}.</source>
        <translation>この {count} 個の数の和は float64 で表せる範囲を超えます: {value}。</translation>
    </message>
    <message>
        <source>{arithmetic}: a number divided by 0 is {value}.</source>
        <translation>{arithmetic}: 0 で割ると {value} になります。</translation>
    </message>
    <message>
        <source>{arithmetic} has no value: NaN (not a number).</source>
        <translation>{arithmetic} には値がありません: NaN（数ではない）。</translation>
    </message>
    <message>
        <source>{arithmetic}: a negative number has no root: NaN (not a number).</source>
        <translation>{arithmetic}: 負の数に平方根はありません: NaN（数ではない）。</translation>
    </message>
    <message>
        <source>{first} {then}</source>
        <translation>{first}{then}</translation>
    </message>
    <message>
        <source>{value}, though its arithmetic comes to {recomputed}: the step computes something else.</source>
        <translation>{value} ですが、式を計算すると {recomputed} です。このステップは別のものを計算しています。</translation>
    </message>
    <message>
        <source>{cell} is {value}, and so is the result.</source>
        <translation>{cell} が {value} なので、結果も {value} になります。</translation>
    </message>
    <message>
        <source>Head {head} takes columns {first} to {last} of {matrix}.</source>
        <translation>ヘッド {head} は {matrix} の {first} 列目から {last} 列目までを使います。</translation>
    </message>
    <message>
        <source>Heads {heads} of the queries read it.</source>
        <translation>クエリのヘッド {heads} がこれを読みます。</translation>
    </message>
    <message>
        <source>Heads {heads} of the queries read it: in turn, a mistake.</source>
        <translation>クエリのヘッド {heads} がこれを読みます。順番に読むのは間違いです。</translation>
    </message>
    <message>
        <source>In cross-attention queries come from the decoder: {count} × {size}.</source>
        <translation>交差注意では、クエリはデコーダから来ます: {count} × {size}。</translation>
    </message>
    <message>
        <source>Column {column} is column {within} of head {head}.</source>
        <translation>{column} 列目は、ヘッド {head} の {within} 列目です。</translation>
    </message>
    <message>
        <source>The numbers are only counted off, row by row. A mistake: different words are mixed.</source>
        <translation>数を行ごとに順に数えて分けているだけです。これは誤りで、別々の語が混ざります。</translation>
    </message>
    <message>
        <source>A single head: there is nothing to join, it is passed on unchanged.</source>
        <translation>ヘッドが 1 つなので結合するものはなく、そのまま渡します。</translation>
    </message>
    <message>
        <source>Divided by √d_model, because W_E turns the vectors into logits without being divided itself.</source>
        <translation>W_E はそのままロジットに使われるため、先に √d_model で割ります。</translation>
    </message>
    <message>
        <source>The bias {bias} is added.</source>
        <translation>バイアス {bias} を足します。</translation>
    </message>
    <message>
        <source>{word} is word {number} of the vocabulary: a row with a single 1 there, times {matrix}, is row {number} of {matrix}.</source>
        <translation>「{word}」は語彙の {number} 番目の語です。そこだけが 1 の行に {matrix} を掛けると、{matrix} の {number} 行目になります。</translation>
    </message>
    <message>
        <source>{word} stands at position {position}, counted from 0. Odd columns are sines, even ones cosines.</source>
        <translation>「{word}」は位置 {position}（0 から数える）にあります。奇数列は sin、偶数列は cos です。</translation>
    </message>
    <message>
        <source>{word} stands at position {position}, counted from 0. Sines stand in the first columns ({sines}), cosines in the others.</source>
        <translation>{word} の位置は 0 から数えて {position} です。最初の {sines} 列が sin、残りが cos です。</translation>
    </message>
    <message>
        <source>{word} stands at position {position}, counted from 0: it takes row {row} of {matrix}, counted from 0, because the first word takes row {offset}.</source>
        <translation>{word} の位置は 0 から数えて {position} です。最初の語が行 {offset} を取るので、{matrix} の行 {row}（0 から数えて）を取ります。</translation>
    </message>
    <message>
        <source>Times √d_model, so that the words are not drowned by the positions that are added.</source>
        <translation>√d_model 倍します。足される位置に語が埋もれないようにするためです。</translation>
    </message>
    <message>
        <source>{word} stands at position {position}, counted from 0: it takes that row of {matrix}.</source>
        <translation>「{word}」は位置 {position}（0 から数える）にあり、{matrix} のその行を取り出します。</translation>
    </message>
    <message>
        <source>There are no positions: nothing is added, and the order of the words is lost.</source>
        <translation>位置がないので何も足されず、語順は失われます。</translation>
    </message>
    <message>
        <source>What the word is, plus where it stands.</source>
        <translation>語の埋め込みに、位置を足します。</translation>
    </message>
    <message>
        <source>What the word is, where it stands, and its type.</source>
        <translation>単語そのものに、その位置とタイプを足したものです。</translation>
    </message>
    <message>
        <source>What the word is, plus its type.</source>
        <translation>単語そのものに、そのタイプを足したものです。</translation>
    </message>
    <message>
        <source>{word} has type {kind}: it takes that row of {matrix}, counted from 0.</source>
        <translation>{word} のタイプは {kind} です: {matrix} のその行 (0 から数える) を取ります。</translation>
    </message>
    <message>
        <source>What the distance of the two words counts is added to their score.</source>
        <translation>2 つの語の距離に応じた数が、スコアに加えられます。</translation>
    </message>
    <message>
        <source>What came in is added again to what the part made of it.</source>
        <translation>部品の出力に、部品に入ってきたものをもう一度足します。</translation>
    </message>
    <message>
        <source>{x} is negative, so it becomes 0.</source>
        <translation>{x} は負なので、0 になります。</translation>
    </message>
    <message>
        <source>0 stays 0.</source>
        <translation>0 は 0 のままです。</translation>
    </message>
    <message>
        <source>{x} is positive, so it is kept.</source>
        <translation>{x} は正なので、そのままです。</translation>
    </message>
    <message>
        <source>NaN stays NaN.</source>
        <translation>NaN は NaN のままです。</translation>
    </message>
    <message>
        <source>x is {cell} = {x}. It is taken times a factor between 0 and 1: large numbers are kept, negative ones fade to 0.</source>
        <translation>x は {cell} = {x} です。これに 0 から 1 の間の係数を掛けます。大きい数はほぼそのまま、負の数は 0 に近づきます。</translation>
    </message>
    <message>
        <source>x is {cell} = {x}. A negative number becomes 0, any other is multiplied by itself.</source>
        <translation>x は {cell} = {x} です。負の数は 0 になり、ほかの数は自分自身を掛けます。</translation>
    </message>
    <message>
        <source>The distance from the mean {mean}, divided by the spread of the row</source>
        <translation>平均 {mean} からの差を行の広がりで割ったもの</translation>
    </message>
    <message>
        <source>The mean of the numbers of the row, {count} in all.</source>
        <translation>行の {count} 個の数の平均です。</translation>
    </message>
    <message>
        <source>The number divided by the root of its row&apos;s mean square</source>
        <translation>数を、行の二乗平均の平方根で割ったもの</translation>
    </message>
    <message>
        <source>{what}, times gain, plus bias.</source>
        <translation>{what}にゲインを掛け、バイアスを足します。</translation>
    </message>
    <message>
        <source>{what}, times gain.</source>
        <translation>{what}にゲインを掛けます。</translation>
    </message>
    <message>
        <source>{what}, plus bias.</source>
        <translation>{what}にバイアスを足します。</translation>
    </message>
    <message>
        <source>{what}.</source>
        <translation>{what}です。</translation>
    </message>
    <message>
        <source>All numbers of the row are equal: nothing is left of them but the bias, if there is one.</source>
        <translation>行の数がすべて等しいので、（あれば）バイアスだけが残ります。</translation>
    </message>
    <message>
        <source>All numbers of the row are equal and ε = 0: 0 / 0 has no value, NaN.</source>
        <translation>行の数がすべて等しく、ε = 0 です。0 / 0 には値がないので NaN になります。</translation>
    </message>
    <message>
        <source>The mean of the squared numbers of the row, {count} in all.</source>
        <translation>行の {count} 個の数の二乗の平均です。</translation>
    </message>
    <message>
        <source>How far the number lies from the mean of its row.</source>
        <translation>行の平均との差です。</translation>
    </message>
    <message>
        <source>The mean of the squared distances: divided by {count}, not by {count} − 1.</source>
        <translation>平均との差の 2 乗の平均です。{count} − 1 ではなく {count} で割ります。</translation>
    </message>
    <message>
        <source>The squared distances, added and divided by {count} − 1, not by {count}: sample variance.</source>
        <translation>差の二乗を足し、{count} ではなく {count} − 1 で割ります（標本分散）。</translation>
    </message>
    <message>
        <source>All numbers of the row are 0: they stay 0.</source>
        <translation>行の数がすべて 0 なので、0 のままです。</translation>
    </message>
    <message>
        <source>All numbers of the row are 0 and ε = 0: 0 / 0 has no value, NaN.</source>
        <translation>行の数がすべて 0 で ε = 0 です。0 / 0 に値はなく、NaN になります。</translation>
    </message>
    <message>
        <source>x is {cell} = {x}. It is divided by 1 + e^(−x): large numbers are kept, negative ones fade to 0.</source>
        <translation>x は {cell} = {x} です。1 + e^(−x) で割られます。大きい数は残り、負の数は 0 に近づきます。</translation>
    </message>
    <message>
        <source>In cross-attention keys and values come from memory, the encoder&apos;s output: {count} × {size}.</source>
        <translation>交差注意では、キーとバリューはエンコーダの出力 memory から来ます: {count} × {size}。</translation>
    </message>
    <message>
        <source>The hidden number {hidden}, let through {gate} times: the gate was made by W_G.</source>
        <translation>隠れ層の数 {hidden} を {gate} 倍だけ通します。ゲートは W_G で作られました。</translation>
    </message>
    <message>
        <source>{step} is switched off: passed on unchanged.</source>
        <translation>{step} はオフなので、そのまま渡します。</translation>
    </message>
    <message>
        <source>This model has no {step}: passed on unchanged.</source>
        <translation>このモデルに {step} はないので、そのまま渡します。</translation>
    </message>
    <message>
        <source>Nothing is masked: passed on unchanged.</source>
        <translation>何もマスクされないので、そのまま渡します。</translation>
    </message>
    <message>
        <source>Not masked here: the weights are masked after softmax instead. A mistake.</source>
        <translation>ここではマスクされません。代わりにソフトマックスの後で重みがマスクされます。これは誤りです。</translation>
    </message>
    <message>
        <source>The scores are not scaled: passed on unchanged.</source>
        <translation>スコアをスケーリングしないので、そのまま渡します。</translation>
    </message>
    <message>
        <source>The queries are not scaled: passed on unchanged.</source>
        <translation>クエリをスケーリングしないので、そのまま渡します。</translation>
    </message>
    <message>
        <source>The queries were scaled before the product, and so are the scores: passed on unchanged.</source>
        <translation>積のまえにクエリをスケーリングしたので、スコアももうその大きさです。そのまま渡します。</translation>
    </message>
    <message>
        <source>There is no output matrix W_O: passed on unchanged.</source>
        <translation>出力行列 W_O がないので、そのまま渡します。</translation>
    </message>
    <message>
        <source>No positions are added: passed on unchanged.</source>
        <translation>位置を足さないので、そのまま渡します。</translation>
    </message>
    <message>
        <source>From the rounded numbers shown: {redone}; exact: {exact}.</source>
        <translation>表示された丸めた数から計算すると {redone}、正確には {exact} です。</translation>
    </message>
    <message>
        <source>If the numbers are rounded to {places} places first: {arithmetic} = {redone}, printed as {printed}; unrounded it is {exact}.</source>
        <translation>先に小数第 {places} 位まで丸めると {arithmetic} = {redone} で、{printed} と書かれます。丸めなければ {exact} です。</translation>
    </message>
    <message>
        <source>{count} terms of 0</source>
        <translation>0 の項 {count} 個</translation>
    </message>
    <message>
        <source>{count} others, together {total}</source>
        <translation>ほか {count} 個の和 {total}</translation>
    </message>
    <message>
        <source>{count} others</source>
        <translation>ほか {count} 個</translation>
    </message>
    <message>
        <source>{word} stands at position {position}, counted from 0: columns {first} and {second} are a pair, turned by θ = position · base^(−2i/d) = {position} · {base}^(−{twice}/{columns}) = {angle} radians. The length of the pair stays.</source>
        <translation>{word} は位置 {position} にあります (0 から数えます): 列 {first} と列 {second} は 1 つの組で、θ = 位置 · 底^(−2i/d) = {position} · {base}^(−{twice}/{columns}) = {angle} ラジアンだけ回転します。組の長さは変わりません。</translation>
    </message>
    <message>
        <source>Only the first {columns} columns are turned: this one stays.</source>
        <translation>回転するのは最初の {columns} 列だけで、この列はそのままです。</translation>
    </message>
    <message>
        <source>The angle of pair {pair} in radians: it grows with the position, more slowly from pair to pair.</source>
        <translation>組 {pair} の角度（ラジアン）です。位置とともに大きくなり、後の組ほどゆっくりです。</translation>
    </message>
    <message>
        <source>{query} and {key} stand {distance} apart; the slope of head {head} is {slope}.</source>
        <translation>{query} と {key} の距離は {distance}、ヘッド {head} の傾きは {slope} です。</translation>
    </message>
    <message>
        <source>From {query} to {key} it is {steps}: bucket {bucket}, counted from 0, is that row of {matrix}; head {head} is the column.</source>
        <translation>{query} から {key} までは {steps} です。0 から数えて区間 {bucket} が {matrix} の行、ヘッド {head} が列です。</translation>
    </message>
    <message>
        <source>Rank {rank} is among the first {count}: {word} is kept.</source>
        <translation>順位 {rank} は上位 {count} 語に入ります: {word} は残ります。</translation>
    </message>
    <message>
        <source>Rank {rank} is behind the first {count}: {word} is left out.</source>
        <translation>順位 {rank} は上位 {count} 語に入りません: {word} は除かれます。</translation>
    </message>
    <message>
        <source>The words before it reach {ahead}, less than p = {mass}: {word} is kept.</source>
        <translation>先に立つ語の和は {ahead} で、p = {mass} より小さいので、{word} は残ります。</translation>
    </message>
    <message>
        <source>The words before it reach {ahead}, and p = {mass} is enough: {word} is left out.</source>
        <translation>先に立つ語の和は {ahead} で、p = {mass} に届いているので、{word} は除かれます。</translation>
    </message>
    <message>
        <source>Of equal words, the first in the vocabulary comes first.</source>
        <translation>確率が等しい語では、語彙で先に立つものが先です。</translation>
    </message>
    <message>
        <source>What is kept adds to {sum}; divided by that, it is shares of 1 again.</source>
        <translation>残った語の和は {sum} です。それで割ると、再び和が 1 の割合になります。</translation>
    </message>
    <message>
        <source>The number {point} lies between {low} and {high}: {word} is drawn.</source>
        <translation>数 {point} は {low} と {high} の間にあります: {word} が選ばれます。</translation>
    </message>
    <message>
        <source>The number {point} does not lie between {low} and {high}.</source>
        <translation>数 {point} は {low} と {high} の間にありません。</translation>
    </message>
    <message>
        <source>Number {position} of the uniform ones that seed {seed} gives: the same on every computer. Another seed gives others.</source>
        <translation>シード {seed} から得られる一様な数の {position} 番目です。どのコンピュータでも同じです。シードを変えると別の数になります。</translation>
    </message>
    <message>
        <source>Times what the shares add to, so that rounding leaves no gap.</source>
        <translation>割合の和を掛けます。丸めの誤差ですき間ができないようにするためです。</translation>
    </message>
    <message>
        <source>The part of {word} ends here and is as long as its share.</source>
        <translation>{word} の区間はここで終わり、その長さは割合と同じです。</translation>
    </message>
    <message>
        <source>{word} was there before: its keys and values are kept and not computed again.</source>
        <translation>{word} は前からあります: そのキーとバリューは保持され、計算し直されません。</translation>
    </message>
    <message>
        <source>{word} is new: its row is computed now, and kept for the next word.</source>
        <translation>{word} は新しい語です: その行は今計算され、次の語のために保持されます。</translation>
    </message>
    <message>
        <source>First {value}: {tensor} ({place}): {reason}</source>
        <translation>最初の {value}: {tensor}（{place}）: {reason}</translation>
    </message>
</context>
<context>
    <name>ExplainPanel</name>
    <message>
        <source>Explain</source>
        <translation>説明</translation>
    </message>
    <message>
        <source>How the chosen number was made</source>
        <translation>選んだ数の求め方</translation>
    </message>
    <message>
        <source>Write every number with all its digits, and long sums in full</source>
        <translation>すべての数を全桁で、長い和も省略せずに書く</translation>
    </message>
    <message>
        <source>◂ Back</source>
        <translation>◂ 戻る</translation>
    </message>
    <message>
        <source>Back to where you followed a number from (Alt+←)</source>
        <translation>数をたどる前の場所に戻る（Alt+←）</translation>
    </message>
    <message>
        <source>Choose a cell to see how it was made.</source>
        <translation>セルを選ぶと、その求め方が表示されます。</translation>
    </message>
    <message>
        <source>✓ recomputed</source>
        <translation>✓ 再計算と一致</translation>
    </message>
    <message>
        <source>Computed again from this arithmetic: {number}</source>
        <translation>この計算式から求め直した値: {number}</translation>
    </message>
    <message>
        <source>✗ recomputed: {number}</source>
        <translation>✗ 再計算では {number}</translation>
    </message>
    <message>
        <source>full precision ▾</source>
        <translation>全桁 ▾</translation>
    </message>
    <message>
        <source>full precision ▸</source>
        <translation>全桁 ▸</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>rows add to 1</source>
        <translation>行の和は 1</translation>
    </message>
    <message>
        <source>Each row adds to 1; the largest difference is {largest}.</source>
        <translation>どの行も和は 1 です。最大の差は {largest} です。</translation>
    </message>
    <message>
        <source>Each row adds to 1, the largest difference is {largest}; rows that may look nowhere ({count}) add to 0.</source>
        <translation>どの行も和は 1 です（最大の差は {largest}）。どこも見てはいけない行（{count} 行）の和は 0 です。</translation>
    </message>
    <message>
        <source>rows add to {smallest} … {largest}</source>
        <translation>行の和は {smallest} … {largest}</translation>
    </message>
    <message>
        <source>rows add to {total}</source>
        <translation>行の和は {total}</translation>
    </message>
    <message>
        <source>Rows of weights must add to 1, and these add to {range}. {reason}</source>
        <translation>重みの行の和は 1 でなければなりませんが、{range} になっています。{reason}</translation>
    </message>
    <message>
        <source>rows are NaN</source>
        <translation>NaN の行があります</translation>
    </message>
    <message>
        <source>Rows that are NaN (not a number), and so add to nothing: {count} of {total}.</source>
        <translation>{total} 行のうち {count} 行が NaN（数ではない）なので、和がありません。</translation>
    </message>
    <message>
        <source>Softmax ran over the columns: those add to 1.</source>
        <translation>softmax が列に沿って計算されています。和が 1 になるのは列です。</translation>
    </message>
    <message>
        <source>They were masked after softmax: what was taken is not given to the others.</source>
        <translation>softmax の後でマスクされています。取り去られた分はほかに配られません。</translation>
    </message>
    <message>
        <source>They are typed in.</source>
        <translation>これらは入力された数です。</translation>
    </message>
    <message>
        <source>What is computed here are no shares.</source>
        <translation>ここで計算されているのは割合ではありません。</translation>
    </message>
    <message>
        <source>norms kept</source>
        <translation>ノルムは保たれています</translation>
    </message>
    <message>
        <source>Turning changes no length: the norms, {smallest} … {largest}, are kept; the largest difference is {apart}.</source>
        <translation>回転は長さを変えません。ノルム {smallest} … {largest} は保たれています。最大の差は {apart} です。</translation>
    </message>
    <message>
        <source>norm {before} became {after}</source>
        <translation>ノルムが {before} から {after} に</translation>
    </message>
    <message>
        <source>Turning must change no length, and the norm of a row went from {before} to {after}. The columns of a pair do not belong together.</source>
        <translation>回転は長さを変えてはいけませんが、ある行のノルムが {before} から {after} に変わっています。組にした列が対応していません。</translation>
    </message>
    <message>
        <source>symmetric</source>
        <translation>対称</translation>
    </message>
    <message>
        <source>Symmetric: each pair has the same number both ways; the largest difference is {apart}.</source>
        <translation>対称です。どの組もどちら向きでも同じ数です。最大の差は {apart} です。</translation>
    </message>
    <message>
        <source>P·Pᵀ: symmetric</source>
        <translation>P·Pᵀ: 対称</translation>
    </message>
    <message>
        <source>P·Pᵀ: equal along diagonals</source>
        <translation>P·Pᵀ: 対角線に沿って等しい</translation>
    </message>
    <message>
        <source>P·Pᵀ is symmetric and a Toeplitz matrix: equal along each diagonal, so that it tells how far apart two places are and not where they stand. The largest difference is {apart}.</source>
        <translation>P·Pᵀ は対称で、テプリッツ行列です。各対角線に沿って等しく、二つの位置がどこにあるかではなく、どれだけ離れているかを表します。最大の差は {apart} です。</translation>
    </message>
    <message>
        <source>P·Pᵀ: not equal along diagonals</source>
        <translation>P·Pᵀ: 対角線に沿って等しくない</translation>
    </message>
    <message>
        <source>Waves must make a P·Pᵀ that is equal along each diagonal (a Toeplitz matrix); here numbers on one diagonal differ by {apart}. {reason}</source>
        <translation>波から作った P·Pᵀ は各対角線に沿って等しい（テプリッツ行列）はずですが、一つの対角線上の数が {apart} だけ違います。{reason}</translation>
    </message>
    <message>
        <source>The width is odd: the last sine has no cosine beside it.</source>
        <translation>幅が奇数なので、最後のサインに対になるコサインがありません。</translation>
    </message>
    <message>
        <source>A sine has no cosine of the same wavelength.</source>
        <translation>同じ波長のコサインを持たないサインがあります。</translation>
    </message>
</context>
<context>
    <name>FaultNotice</name>
    <message>
        <source>A fault of the program</source>
        <translation>プログラムの不具合</translation>
    </message>
    <message>
        <source>Something went wrong inside the program. Your document is still open; save it under a new name to be safe.</source>
        <translation>プログラムの内部で不具合が起きました。文書は開いたままです。念のため別の名前で保存してください。</translation>
    </message>
    <message>
        <source>The report holds versions and the end of the log, and nothing of your document unless you want it to.</source>
        <translation>レポートに入るのはバージョンとログの末尾だけです。文書の内容は、希望しない限り入りません。</translation>
    </message>
    <message>
        <source>Put the document into the report</source>
        <translation>レポートに文書を含める</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>レポートをコピー</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>There were {count} faults so far.</source>
        <translation>これまでに {count} 回の不具合がありました。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Untitled</source>
        <translation>無題</translation>
    </message>
    <message>
        <source>A file with a matrix is imported alone: drop it by itself.</source>
        <translation>行列のファイルは 1 つずつ取り込みます。そのファイルだけをドロップしてください。</translation>
    </message>
    <message>
        <source>Recovered. Save it to keep it.</source>
        <translation>復元しました。残すには保存してください。</translation>
    </message>
    <message>
        <source>“{name}” is of an older version. It was brought up to date here, not in the file.</source>
        <translation>「{name}」は古い版のファイルです。ここでは新しい版に直しましたが、ファイルはそのままです。</translation>
    </message>
    <message>
        <source>This file cannot be opened</source>
        <translation>このファイルは開けません</translation>
    </message>
    <message>
        <source>Saving “{name}”…</source>
        <translation>「{name}」を保存しています…</translation>
    </message>
    <message>
        <source>{path} is open in another window of this program, which was started separately. Whichever is saved last asks before it replaces the other one.</source>
        <translation>{path} は、別に起動したこのプログラムのウィンドウでも開いています。後から保存する側が、置き換える前に確認します。</translation>
    </message>
    <message>
        <source>Open twice</source>
        <translation>二重に開いています</translation>
    </message>
    <message>
        <source>This example cannot be opened</source>
        <translation>この例は開けません</translation>
    </message>
    <message>
        <source>The document cannot be saved</source>
        <translation>文書を保存できません</translation>
    </message>
    <message>
        <source>Saved as {name}.</source>
        <translation>{name} に保存しました。</translation>
    </message>
    <message>
        <source>Scenarios (*.tsbx)</source>
        <translation>シナリオ (*.tsbx)</translation>
    </message>
    <message>
        <source>Import matrix</source>
        <translation>行列を読み込む</translation>
    </message>
    <message>
        <source>Matrices ({suffixes})</source>
        <translation>行列 ({suffixes})</translation>
    </message>
    <message>
        <source>Weights ({suffixes})</source>
        <translation>重み ({suffixes})</translation>
    </message>
    <message>
        <source>Import weights</source>
        <translation>重みを読み込む</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>名前を付けて保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Replace “{name}”?</source>
        <translation>「{name}」を置き換えますか?</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>保存していない変更</translation>
    </message>
    <message>
        <source>Save the changes to “{name}”?</source>
        <translation>「{name}」への変更を保存しますか?</translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation>保存しないと失われます。</translation>
    </message>
    <message>
        <source>“{name}” was changed by somebody else since it was opened here.</source>
        <translation>「{name}」は、ここで開いた後にほかで変更されました。</translation>
    </message>
    <message>
        <source>“{name}” is no longer there: it was deleted, moved or renamed.</source>
        <translation>「{name}」がありません。削除されたか、移動または改名されました。</translation>
    </message>
    <message>
        <source>“{name}” was written by an older version of this program.</source>
        <translation>「{name}」は、このプログラムの古い版で書かれました。</translation>
    </message>
    <message>
        <source>“{name}” is open in another window.</source>
        <translation>「{name}」は別のウィンドウで開いています。</translation>
    </message>
    <message>
        <source>Replacing it loses what the other one wrote. Under another name both are kept.</source>
        <translation>置き換えると、ほかで書かれた内容が失われます。別の名前にすれば両方が残ります。</translation>
    </message>
    <message>
        <source>It can be saved there again, or in another place.</source>
        <translation>同じ場所にもう一度保存することも、別の場所に保存することもできます。</translation>
    </message>
    <message>
        <source>Once replaced, older versions cannot open it any more. Under another name both are kept.</source>
        <translation>置き換えると、古い版では開けなくなります。別の名前にすれば両方が残ります。</translation>
    </message>
    <message>
        <source>Replacing it changes the file under that window, which will ask before it saves there again.</source>
        <translation>置き換えると、そのウィンドウのファイルが変わります。そのウィンドウは、次に保存する前に確認します。</translation>
    </message>
    <message>
        <source>Without saving they are lost. In a new window nothing is replaced.</source>
        <translation>保存しないと失われます。新しいウィンドウで開けば、何も置き換わりません。</translation>
    </message>
    <message>
        <source>&amp;New window</source>
        <translation>新しいウィンドウ(&amp;N)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save &amp;there again</source>
        <translation>同じ場所に保存(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Replace</source>
        <translation>置き換える(&amp;R)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>名前を付けて保存(&amp;A)…</translation>
    </message>
    <message>
        <source>Opened twice, whichever is saved last asks before it replaces the other one.</source>
        <translation>二重に開いた場合は、後から保存する側が、置き換える前に確認します。</translation>
    </message>
    <message>
        <source>&amp;Show that window</source>
        <translation>そのウィンドウを表示(&amp;S)</translation>
    </message>
    <message>
        <source>Open it &amp;twice</source>
        <translation>二重に開く(&amp;T)</translation>
    </message>
    <message>
        <source>The document is still open, and its changes are still to be saved.</source>
        <translation>文書は開いたままで、変更はまだ保存されていません。</translation>
    </message>
</context>
<context>
    <name>FillDialog</name>
    <message>
        <source>Next seed</source>
        <translation>次のシード</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>埋める</translation>
    </message>
</context>
<context>
    <name>Fills</name>
    <message>
        <source>number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>decimals</source>
        <translation>小数桁</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>定数</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>ゼロ</translation>
    </message>
    <message>
        <source>Ones</source>
        <translation>すべて 1</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>単位行列</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>正規乱数</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation>一様乱数</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Xavier</source>
        <translation>Xavier の乱数</translation>
    </message>
    <message>
        <source>He</source>
        <translation>He の乱数</translation>
    </message>
    <message>
        <source>Scale by</source>
        <translation>定数倍</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>加算</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation>転置</translation>
    </message>
    <message>
        <source>Normalise rows (sum 1)</source>
        <translation>行を正規化（和を 1 に）</translation>
    </message>
    <message>
        <source>Causal (1 on and below the diagonal)</source>
        <translation>因果（対角とその下が 1）</translation>
    </message>
    <message>
        <source>One-hot (1 at the largest of each row)</source>
        <translation>ワンホット（各行の最大が 1）</translation>
    </message>
    <message>
        <source>Sine and cosine</source>
        <translation>正弦と余弦</translation>
    </message>
    <message>
        <source>Fill &amp;down</source>
        <translation>下へコピー(&amp;D)</translation>
    </message>
    <message>
        <source>Fill &amp;right</source>
        <translation>右へコピー(&amp;R)</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>Cells between tabs (TSV)</source>
        <translation>タブ区切り (TSV)</translation>
    </message>
    <message>
        <source>Cells between commas (CSV)</source>
        <translation>コンマ区切り (CSV)</translation>
    </message>
    <message>
        <source>Markdown table</source>
        <translation>Markdown の表</translation>
    </message>
    <message>
        <source>LaTeX matrix</source>
        <translation>LaTeX の行列</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy 配列</translation>
    </message>
    <message>
        <source>PyTorch tensor</source>
        <translation>PyTorch テンソル</translation>
    </message>
    <message>
        <source>Python list</source>
        <translation>Python リスト</translation>
    </message>
    <message>
        <source>text in {encoding}</source>
        <translation>{encoding} のテキスト</translation>
    </message>
    <message>
        <source>cells between tabs</source>
        <translation>タブ区切り</translation>
    </message>
    <message>
        <source>cells between semicolons</source>
        <translation>セミコロン区切り</translation>
    </message>
    <message>
        <source>cells between commas</source>
        <translation>コンマ区切り</translation>
    </message>
    <message>
        <source>cells between spaces</source>
        <translation>空白区切り</translation>
    </message>
    <message>
        <source>numbers in brackets, as Python and NumPy write them</source>
        <translation>Python や NumPy の書き方の括弧つき数値</translation>
    </message>
    <message>
        <source>row {number} holds names and is left out</source>
        <translation>{number} 行は名前なので除外</translation>
    </message>
    <message>
        <source>column 1 holds names and is left out</source>
        <translation>1 列は名前なので除外</translation>
    </message>
    <message>
        <source>NumPy array of {type}, stored by columns</source>
        <translation>{type} の NumPy 配列 (列順に格納)</translation>
    </message>
    <message>
        <source>NumPy array of {type}: true is 1, false 0</source>
        <translation>{type} の NumPy 配列 (真は 1、偽は 0)</translation>
    </message>
    <message>
        <source>NumPy array of {type}</source>
        <translation>{type} の NumPy 配列</translation>
    </message>
    <message>
        <source>{count} heads of {shape} side by side</source>
        <translation>{shape} のヘッド {count} 個を横に並べて表示</translation>
    </message>
</context>
<context>
    <name>GridCommands</name>
    <message>
        <source>Write 1 where one may look and 0 where not.</source>
        <translation>見てよい所には 1、見てはいけない所には 0 を入力してください。</translation>
    </message>
    <message>
        <source>&amp;Edit cell</source>
        <translation>セルを編集(&amp;E)</translation>
    </message>
    <message>
        <source>Clear and edit</source>
        <translation>消して入力</translation>
    </message>
    <message>
        <source>A step more</source>
        <translation>1 段増やす</translation>
    </message>
    <message>
        <source>A step less</source>
        <translation>1 段減らす</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>切り取り(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>貼り付け(&amp;P)</translation>
    </message>
    <message>
        <source>Paste from the top left cell</source>
        <translation>左上のセルから貼り付け</translation>
    </message>
    <message>
        <source>Paste the part that fits</source>
        <translation>入る部分だけ貼り付け</translation>
    </message>
    <message>
        <source>Paste transposed</source>
        <translation>転置して貼り付け</translation>
    </message>
    <message>
        <source>&amp;Import matrix…</source>
        <translation>行列を読み込む(&amp;I)…</translation>
    </message>
    <message>
        <source>Set to &amp;0</source>
        <translation>0 にする(&amp;0)</translation>
    </message>
    <message>
        <source>Select row</source>
        <translation>行を選択</translation>
    </message>
    <message>
        <source>Select column</source>
        <translation>列を選択</translation>
    </message>
    <message>
        <source>Select a&amp;ll</source>
        <translation>すべて選択(&amp;L)</translation>
    </message>
</context>
<context>
    <name>GridEntry</name>
    <message>
        <source>There is nothing to change here.</source>
        <translation>ここに変更できるものはありません。</translation>
    </message>
    <message>
        <source>Kept until you change it · Esc brings back {number}</source>
        <translation>直すまで残ります · Esc で {number} に戻ります</translation>
    </message>
</context>
<context>
    <name>GridExchange</name>
    <message>
        <source>Paste {shape} from the top left cell</source>
        <translation>左上のセルから {shape} を貼り付け</translation>
    </message>
    <message>
        <source>Paste the part that fits: {shape}</source>
        <translation>入る部分だけ貼り付け: {shape}</translation>
    </message>
    <message>
        <source>Paste transposed: {shape}</source>
        <translation>転置して貼り付け: {shape}</translation>
    </message>
    <message>
        <source>Copy &amp;as</source>
        <translation>形式を選んでコピー(&amp;A)</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画像</translation>
    </message>
</context>
<context>
    <name>GridFill</name>
    <message>
        <source>{fill}: {shape} cells of {tensor}</source>
        <translation>{fill}: {tensor} の {shape} セル</translation>
    </message>
    <message>
        <source>Fill &amp;with</source>
        <translation>埋める(&amp;W)</translation>
    </message>
    <message>
        <source>Fill the whole {shape} &amp;with</source>
        <translation>全体 {shape} を埋める(&amp;W)</translation>
    </message>
    <message>
        <source>Fill {shape} cells &amp;with</source>
        <translation>{shape} セルを埋める(&amp;W)</translation>
    </message>
</context>
<context>
    <name>HealthNotice</name>
    <message>
        <source>Go to the cell ▸</source>
        <translation>セルへ移る ▸</translation>
    </message>
</context>
<context>
    <name>ImportMatrixDialog</name>
    <message>
        <source>Import matrix</source>
        <translation>行列を読み込む</translation>
    </message>
    <message>
        <source>A comma is a decimal sign</source>
        <translation>コンマを小数点とみなす</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>読み込む</translation>
    </message>
    <message>
        <source>as recognised</source>
        <translation>自動判別</translation>
    </message>
    <message>
        <source>tabs</source>
        <translation>タブ</translation>
    </message>
    <message>
        <source>semicolons</source>
        <translation>セミコロン</translation>
    </message>
    <message>
        <source>commas</source>
        <translation>コンマ</translation>
    </message>
    <message>
        <source>spaces</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>First rows and columns</source>
        <translation>最初の行と列</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>読み込み先</translation>
    </message>
    <message>
        <source>Cells between</source>
        <translation>区切り</translation>
    </message>
    <message>
        <source>There is no matrix to import into.</source>
        <translation>読み込み先になる行列がありません。</translation>
    </message>
    <message>
        <source>The file is {given} and {tensor} is {size}. Choose what is to be done.</source>
        <translation>ファイルは {given}、{tensor} は {size} です。どうするかを選んでください。</translation>
    </message>
    <message>
        <source>All of it: {shape}</source>
        <translation>全体: {shape}</translation>
    </message>
    <message>
        <source>Into the upper left: {shape}, the rest stays</source>
        <translation>左上に {shape} を入れ、残りはそのまま</translation>
    </message>
    <message>
        <source>Transposed: {shape}</source>
        <translation>転置: {shape}</translation>
    </message>
    <message>
        <source>The part that fits: {shape}</source>
        <translation>入る部分だけ: {shape}</translation>
    </message>
    <message>
        <source>{file}: {shape} into {tensor}</source>
        <translation>{file}: {shape} を {tensor} に読み込みました</translation>
    </message>
</context>
<context>
    <name>ImportWeightsDialog</name>
    <message>
        <source>Import weights</source>
        <translation>重みを読み込む</translation>
    </message>
    <message>
        <source>Into the present model, by names</source>
        <translation>今のモデルへ、名前によって</translation>
    </message>
    <message>
        <source>As a new document</source>
        <translation>新しい文書として</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>読み込む</translation>
    </message>
    <message>
        <source>as the names tell</source>
        <translation>名前から分かるとおり</translation>
    </message>
    <message>
        <source>What becomes of each tensor</source>
        <translation>各テンソルがどうなるか</translation>
    </message>
    <message>
        <source>How many heads there are stands in no file of weights.</source>
        <translation>ヘッドの数は重みのファイルには書かれていません。</translation>
    </message>
    <message>
        <source>Activation, mask and the like: Model ▸ Change model, afterwards</source>
        <translation>活性化やマスクなどは、あとで「モデル」▸「モデルを変更」で</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>構成</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>{count} taken</source>
        <translation>読み込む: {count}</translation>
    </message>
    <message>
        <source>{count} of another shape, left out</source>
        <translation>形が違うので省く: {count}</translation>
    </message>
    <message>
        <source>{count} without a place in the model, left out</source>
        <translation>モデルに場所がないので省く: {count}</translation>
    </message>
    <message>
        <source>{count} not in the file</source>
        <translation>ファイルにない: {count}</translation>
    </message>
    <message>
        <source>more numbers than a file can hold: to be looked at, not to be saved</source>
        <translation>ファイルに入る数より多いので、見ることはできますが保存はできません</translation>
    </message>
    <message>
        <source>{file}: weights of {count} tensors</source>
        <translation>{file}: テンソル {count} 個の重み</translation>
    </message>
    <message>
        <source>{file}: weights of 1 tensor</source>
        <translation>{file}: テンソル 1 個の重み</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Fold this panel</source>
        <translation>このパネルをたたむ</translation>
    </message>
    <message>
        <source>{name}[*] — Transformer Sandbox</source>
        <translation>{name}[*] — Transformer Sandbox</translation>
    </message>
</context>
<context>
    <name>MatrixModel</name>
    <message>
        <source>There is nothing to change here.</source>
        <translation>ここに変更できるものはありません。</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>ヘッド {number}</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>{number} 行目</translation>
    </message>
    <message>
        <source>column {number}</source>
        <translation>{number} 列目</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>may not look, and cannot be allowed to</source>
        <translation>見てはいけない(変更できません)</translation>
    </message>
    <message>
        <source>may look</source>
        <translation>見てよい</translation>
    </message>
    <message>
        <source>may not look</source>
        <translation>見てはいけない</translation>
    </message>
    <message>
        <source>typed as {formula}</source>
        <translation>入力した式: {formula}</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>モデル(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>ステップ(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
</context>
<context>
    <name>NewDialog</name>
    <message>
        <source>New</source>
        <translation>新規</translation>
    </message>
    <message>
        <source>Kind of model</source>
        <translation>モデルの種類</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>作成</translation>
    </message>
    <message>
        <source>Source words</source>
        <translation>ソースの語</translation>
    </message>
    <message>
        <source>Target words</source>
        <translation>ターゲットの語</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>empty: queries from the source</source>
        <translation>空欄: クエリもソースから</translation>
    </message>
    <message>
        <source>The same seed gives the same random numbers, everywhere.</source>
        <translation>同じシードからは、どこでも同じ乱数ができます。</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>computed: {step}</source>
        <translation>計算値 · {step}</translation>
    </message>
    <message>
        <source>computed from {names}</source>
        <translation>{names} から計算</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>計算値</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメータ</translation>
    </message>
    <message>
        <source>Typed in</source>
        <translation>入力値</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>計算値</translation>
    </message>
</context>
<context>
    <name>NumbersBar</name>
    <message>
        <source>Close the numbers</source>
        <translation>数値を閉じる</translation>
    </message>
    <message>
        <source>Fill ▾</source>
        <translation>埋める ▾</translation>
    </message>
    <message>
        <source>Fill the selected cells, or the whole matrix where one is selected</source>
        <translation>選択したセルを埋めます。1 つだけなら行列全体を埋めます</translation>
    </message>
    <message>
        <source>Colour the cells by their numbers</source>
        <translation>数に応じてセルに色を付ける</translation>
    </message>
    <message>
        <source>Which heads are shown</source>
        <translation>表示するヘッド</translation>
    </message>
    <message>
        <source>Which numbers are shown</source>
        <translation>表示する数値</translation>
    </message>
    <message>
        <source>Exact number of the current cell</source>
        <translation>現在のセルの正確な数</translation>
    </message>
</context>
<context>
    <name>NumbersLine</name>
    <message>
        <source>Kept until you change it · Esc brings back {number}</source>
        <translation>直すまで残ります · Esc で {number} に戻ります</translation>
    </message>
</context>
<context>
    <name>NumbersPanel</name>
    <message>
        <source>Numbers</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>as the step needs</source>
        <translation>ステップに合わせる</translation>
    </message>
    <message>
        <source>{changed} of {count} cells changed</source>
        <translation>{count} セル中 {changed} セルが変化</translation>
    </message>
    <message>
        <source>1 of 1 cell changed</source>
        <translation>1 セル中 1 セルが変化</translation>
    </message>
</context>
<context>
    <name>Ops</name>
    <message>
        <source>Sum: what a word is plus where it stands</source>
        <translation>和: 語の埋め込みに位置を足す</translation>
    </message>
    <message>
        <source>Sum: what a word is, where it stands and its type</source>
        <translation>和: 単語そのもの、その位置、そのタイプ</translation>
    </message>
    <message>
        <source>Sum: what a word is plus its type</source>
        <translation>和: 単語そのものとそのタイプ</translation>
    </message>
    <message>
        <source>No positions are added: they act inside attention</source>
        <translation>位置は足されず、注意の中で働く</translation>
    </message>
    <message>
        <source>Output projection: the heads are mixed back into one vector</source>
        <translation>出力射影: ヘッドを混ぜて 1 つのベクトルに戻す</translation>
    </message>
    <message>
        <source>Keys: those that were kept, then the new ones</source>
        <translation>キー: 保持したもの、続いて新しいもの</translation>
    </message>
    <message>
        <source>Values: those that were kept, then the new ones</source>
        <translation>バリュー: 保持したもの、続いて新しいもの</translation>
    </message>
    <message>
        <source>Not masked yet: weights are masked after softmax, a mistake</source>
        <translation>まだマスクしない: ソフトマックスの後で重みをマスクする（誤り）</translation>
    </message>
    <message>
        <source>Masked: what may not be seen becomes a large negative number</source>
        <translation>マスク: 見てはいけないものは大きな負の数になる</translation>
    </message>
    <message>
        <source>Weights masked after softmax: rows add to less than 1, a mistake</source>
        <translation>ソフトマックスの後のマスク: 行の和が 1 より小さくなる（誤り）</translation>
    </message>
    <message>
        <source>Split by plain reshape: heads mix different words, a mistake</source>
        <translation>単なる reshape による分割: ヘッドに別々の語が混ざる（誤り）</translation>
    </message>
    <message>
        <source>Keys, from the decoder itself and not from the encoder: a mistake</source>
        <translation>キー: エンコーダでなくデコーダ自身から（誤り）</translation>
    </message>
    <message>
        <source>Values, from the decoder itself and not from the encoder: a mistake</source>
        <translation>バリュー: エンコーダでなくデコーダ自身から（誤り）</translation>
    </message>
    <message>
        <source>Joined by plain reshape: rows mix different words, a mistake</source>
        <translation>単なる reshape による結合: 行に別々の語が混ざる（誤り）</translation>
    </message>
    <message>
        <source>Scores: heads read keys in turn and not by groups, a mistake</source>
        <translation>スコア: ヘッドがキーを組ではなく順番に読む (間違い)</translation>
    </message>
    <message>
        <source>Scores and position bias together</source>
        <translation>スコアと位置バイアスの和</translation>
    </message>
    <message>
        <source>Not scaled once more: the queries were scaled before</source>
        <translation>もうスケーリングしない: まえにクエリをスケーリングした</translation>
    </message>
    <message>
        <source>Queries normed: each brought to one size in its head</source>
        <translation>クエリの正規化: ヘッドごとに 1 本ずつ大きさをそろえる</translation>
    </message>
    <message>
        <source>Keys normed: each brought to one size in its head</source>
        <translation>キーの正規化: ヘッドごとに 1 本ずつ大きさをそろえる</translation>
    </message>
    <message>
        <source>Queries, scaled before they meet the keys</source>
        <translation>クエリ: キーと出会うまえにスケーリング</translation>
    </message>
    <message>
        <source>Queries: what each word asks for</source>
        <translation>クエリ: 各語が求めるもの</translation>
    </message>
    <message>
        <source>Keys: what each word offers</source>
        <translation>キー: 各語が差し出すもの</translation>
    </message>
    <message>
        <source>Values: what each word hands over</source>
        <translation>バリュー: 各語が渡すもの</translation>
    </message>
    <message>
        <source>Scaled: divided by the root of another size than d_k, a mistake</source>
        <translation>スケーリング: d_k ではない大きさの平方根で割る（誤り）</translation>
    </message>
    <message>
        <source>Gate: how far each hidden number is to be let through</source>
        <translation>ゲート: 隠れ層の数をそれぞれどれだけ通すか</translation>
    </message>
    <message>
        <source>Feed-forward: each word by itself, into a wider space</source>
        <translation>フィードフォワード: 語ごとに、より広い空間へ</translation>
    </message>
    <message>
        <source>Feed-forward: back to the width of the model</source>
        <translation>フィードフォワード: モデルの幅に戻す</translation>
    </message>
    <message>
        <source>Probabilities: which word comes next</source>
        <translation>確率: 次にどの語が来るか</translation>
    </message>
    <message>
        <source>Not in this model: all words are kept</source>
        <translation>このモデルにはありません: すべての語を残す</translation>
    </message>
    <message>
        <source>Scores: every query meets every key</source>
        <translation>スコア: すべてのクエリがすべてのキーと出会う</translation>
    </message>
    <message>
        <source>Scaled: divided by the root of d_k</source>
        <translation>スケール後: d_k の平方根で割る</translation>
    </message>
    <message>
        <source>Scaled: times a factor of your own</source>
        <translation>スケール後: 自分で決めた係数を掛ける</translation>
    </message>
    <message>
        <source>Soft cap: large numbers are pressed below a bound</source>
        <translation>ソフトキャップ: 大きい数を上限の下に抑える</translation>
    </message>
    <message>
        <source>Mask: who may look at whom</source>
        <translation>マスク: どの語がどの語を見てよいか</translation>
    </message>
    <message>
        <source>Masked: what may not be seen becomes −∞</source>
        <translation>マスク後: 見てはいけない所が −∞ になる</translation>
    </message>
    <message>
        <source>Masked by multiplying: scores become 0, a mistake</source>
        <translation>掛け算によるマスク: スコアが 0 になる（誤り）</translation>
    </message>
    <message>
        <source>Softmax: each row becomes shares of 1</source>
        <translation>softmax: 各行を合計 1 の割合に</translation>
    </message>
    <message>
        <source>Softmax over columns: each key shares 1 among the queries, a mistake</source>
        <translation>列方向のソフトマックス: キーごとに 1 をクエリへ分ける（誤り）</translation>
    </message>
    <message>
        <source>Mixed values: of each as much as its weight says</source>
        <translation>混ぜたバリュー: 重みの分だけ混ぜる</translation>
    </message>
    <message>
        <source>Switched off: passed on unchanged</source>
        <translation>オフ: そのまま渡す</translation>
    </message>
    <message>
        <source>Not in this model: passed on unchanged</source>
        <translation>このモデルにはない: そのまま渡す</translation>
    </message>
    <message>
        <source>Cache: what was kept, then the new words</source>
        <translation>キャッシュ: 保持した行、続いて新しい語の行</translation>
    </message>
    <message>
        <source>Typed in</source>
        <translation>入力値</translation>
    </message>
    <message>
        <source>Residual: what came in is added again</source>
        <translation>残差接続: 入ってきたものをもう一度足す</translation>
    </message>
    <message>
        <source>Token embeddings: each word takes its row</source>
        <translation>トークン埋め込み: 各語が自分の行を取り出す</translation>
    </message>
    <message>
        <source>Positions switched off: order is lost</source>
        <translation>位置はオフ: 語順は失われる</translation>
    </message>
    <message>
        <source>Token types: each word takes the row of its type</source>
        <translation>トークンタイプ: 各単語が自分のタイプの行を取る</translation>
    </message>
    <message>
        <source>Embeddings times √d_model</source>
        <translation>埋め込みを √d_model 倍</translation>
    </message>
    <message>
        <source>No positions: the order of the words is lost</source>
        <translation>位置なし: 語順は失われる</translation>
    </message>
    <message>
        <source>Positions: waves that tell where a word stands</source>
        <translation>位置: 語の場所を表す波</translation>
    </message>
    <message>
        <source>Positions: each place takes its row</source>
        <translation>位置: 各位置が自分の行を取り出す</translation>
    </message>
    <message>
        <source>ReLU: negative numbers become 0</source>
        <translation>ReLU: 負の数は 0 になる</translation>
    </message>
    <message>
        <source>GELU: small and negative numbers are damped</source>
        <translation>GELU: 小さい数と負の数を弱める</translation>
    </message>
    <message>
        <source>GELU (tanh): small and negative numbers are damped</source>
        <translation>GELU（tanh）: 小さい数と負の数を弱める</translation>
    </message>
    <message>
        <source>SiLU: small and negative numbers are damped</source>
        <translation>SiLU: 小さい数と負の数を弱める</translation>
    </message>
    <message>
        <source>Squared ReLU: negative numbers become 0, the others are squared</source>
        <translation>2 乗 ReLU: 負の数は 0 になり、ほかは 2 乗される</translation>
    </message>
    <message>
        <source>Gated: each number is let through as far as its gate is open</source>
        <translation>ゲート適用: それぞれの数を、ゲートが開いている分だけ通す</translation>
    </message>
    <message>
        <source>Linear map</source>
        <translation>線形写像</translation>
    </message>
    <message>
        <source>Divided by the root of d_model before the logits</source>
        <translation>ロジットの前に d_model の平方根で割る</translation>
    </message>
    <message>
        <source>Logits: every word of the vocabulary is scored</source>
        <translation>ロジット: 語彙のすべての語に点を付ける</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>射影</translation>
    </message>
    <message>
        <source>Heads joined: their outputs side by side</source>
        <translation>ヘッドの結合: 出力を横に並べる</translation>
    </message>
    <message>
        <source>Layer norm: each row centred and brought to one size</source>
        <translation>層正規化: 各行を中心化し、大きさをそろえる</translation>
    </message>
    <message>
        <source>RMS norm: each row brought to one size, not centred</source>
        <translation>RMS 正規化: 各行を同じ大きさにそろえる（中心化はしない）</translation>
    </message>
    <message>
        <source>Turned by position: pairs of columns, each by its own angle</source>
        <translation>位置による回転: 列の組をそれぞれの角度で</translation>
    </message>
    <message>
        <source>Position bias: the farther a word, the more is taken away</source>
        <translation>位置バイアス: 遠い語ほど大きく引く</translation>
    </message>
    <message>
        <source>Position bias: each distance takes its row of W_R</source>
        <translation>位置バイアス: 距離ごとに W_R の行を取る</translation>
    </message>
    <message>
        <source>Top-k: only the likeliest words are kept</source>
        <translation>Top-k: 確率の高い語だけを残す</translation>
    </message>
    <message>
        <source>Top-p: the fewest words that reach p together are kept</source>
        <translation>Top-p: 合わせて p に届く最少の語を残す</translation>
    </message>
    <message>
        <source>Drawn: the word whose part of the line holds the number</source>
        <translation>抽選: 数が落ちた区間の語</translation>
    </message>
</context>
<context>
    <name>OptionForm</name>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>attention alone</source>
        <translation>注意のみ</translation>
    </message>
    <message>
        <source>softmax(Q Kᵀ / √d_k) V and nothing around it: Vaswani et al. 2017, section 3.2.</source>
        <translation>softmax(Q Kᵀ / √d_k) V だけで、まわりには何もない: Vaswani ほか 2017 の 3.2 節。</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>エンコーダ</translation>
    </message>
    <message>
        <source>Every word sees every word: Vaswani et al. 2017, section 3.1; BERT (Devlin et al. 2018).</source>
        <translation>どの語もすべての語を見る: Vaswani ほか 2017 の 3.1 節、BERT（Devlin ほか 2018）。</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>デコーダ</translation>
    </message>
    <message>
        <source>The next word from those before: Liu et al. 2018, section 4.2.3; GPT (Radford et al. 2018).</source>
        <translation>前の語から次の語を出す: Liu ほか 2018 の 4.2.3 節、GPT（Radford ほか 2018）。</translation>
    </message>
    <message>
        <source>encoder and decoder</source>
        <translation>エンコーダとデコーダ</translation>
    </message>
    <message>
        <source>A decoder that attends to the encoder&apos;s output, too: Vaswani et al. 2017, figure 1.</source>
        <translation>デコーダがエンコーダの出力にも注意を向ける: Vaswani ほか 2017 の図 1。</translation>
    </message>
    <message>
        <source>words</source>
        <translation>語</translation>
    </message>
    <message>
        <source>Words are looked up in W_E: Vaswani et al. 2017, section 3.4.</source>
        <translation>語を W_E から引く: Vaswani ほか 2017 の 3.4 節。</translation>
    </message>
    <message>
        <source>their vectors X</source>
        <translation>語のベクトル X</translation>
    </message>
    <message>
        <source>The rows that are projected are typed in: Vaswani et al. 2017, section 3.2.2.</source>
        <translation>射影される行を入力する: Vaswani ほか 2017 の 3.2.2 節。</translation>
    </message>
    <message>
        <source>q, k and v</source>
        <translation>q, k, v の値</translation>
    </message>
    <message>
        <source>Nothing is projected: Q, K and V of Vaswani et al. 2017, eq. 1.</source>
        <translation>何も射影しない: Vaswani ほか 2017 の式 1 の Q、K、V。</translation>
    </message>
    <message>
        <source>Words are only mixed, none is worked on by itself: attention is not the whole layer.</source>
        <translation>語は混ぜられるだけで、1 語ずつの加工がない。注意は層のすべてではない。</translation>
    </message>
    <message>
        <source>both sides (Gemma 2)</source>
        <translation>前と後（Gemma 2）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Nothing tells where a word stands: order is lost but for the mask.</source>
        <translation>語の位置を示すものがありません。マスクを除いて順序は失われます。</translation>
    </message>
    <message>
        <source>sine and cosine</source>
        <translation>sin と cos</translation>
    </message>
    <message>
        <source>Waves added to the embeddings: Vaswani et al. 2017, section 3.5.</source>
        <translation>埋め込みに波を足します: Vaswani ほか 2017、3.5 節。</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>A row of W_P is added: Vaswani et al. 2017, section 3.5; GPT-2, BERT.</source>
        <translation>W_P の行を足します: Vaswani ほか 2017、3.5 節、GPT-2、BERT。</translation>
    </message>
    <message>
        <source>rotary (RoPE)</source>
        <translation>回転（RoPE）</translation>
    </message>
    <message>
        <source>Queries and keys are turned by an angle that grows with the position: Su et al. 2021.</source>
        <translation>クエリとキーを、位置とともに大きくなる角度で回転します: Su ほか 2021。</translation>
    </message>
    <message>
        <source>distance bias (ALiBi)</source>
        <translation>距離バイアス（ALiBi）</translation>
    </message>
    <message>
        <source>Slope times distance is taken away from the scores: Press, Smith and Lewis 2022.</source>
        <translation>スコアから傾き × 距離を引きます: Press, Smith and Lewis 2022。</translation>
    </message>
    <message>
        <source>relative buckets (T5)</source>
        <translation>相対位置の区間（T5）</translation>
    </message>
    <message>
        <source>A learned number for each bucket of distances is added to scores: Raffel et al. 2020.</source>
        <translation>距離の区間ごとに学習された数をスコアに足します: Raffel ほか 2020。</translation>
    </message>
    <message>
        <source>neighbours</source>
        <translation>隣どうし</translation>
    </message>
    <message>
        <source>Columns 1 and 2, 3 and 4 …: Su et al. 2021, eq. 34; GPT-J.</source>
        <translation>列 1 と 2、3 と 4 …: Su ほか 2021、式 34、GPT-J。</translation>
    </message>
    <message>
        <source>halves</source>
        <translation>前半と後半</translation>
    </message>
    <message>
        <source>Column 1 and the first of the second half …: GPT-NeoX, Llama. The same model once W_Q and W_K have their columns in the other order.</source>
        <translation>列 1 と後半の最初の列 …: GPT-NeoX、Llama。W_Q と W_K の列を並べ替えれば同じモデルです。</translation>
    </message>
    <message>
        <source>by turns</source>
        <translation>交互</translation>
    </message>
    <message>
        <source>sin, cos, sin, cos …: Vaswani et al. 2017, section 3.5.</source>
        <translation>sin, cos, sin, cos …: Vaswani ほか 2017、3.5 節。</translation>
    </message>
    <message>
        <source>sines, then cosines</source>
        <translation>sin を先に、cos を後に</translation>
    </message>
    <message>
        <source>The same columns in another order, as in tensor2tensor and Marian: what learns its weights does not notice, weights made for the other order do.</source>
        <translation>同じ列を別の順に並べたもの（tensor2tensor、Marian）。重みを学習するなら違いはありませんが、別の順のために作られた重みでは違います。</translation>
    </message>
    <message>
        <source>Keeps the spread of the scores near 1: Vaswani et al. 2017, eq. 1.</source>
        <translation>スコアの広がりを 1 の近くに保ちます: Vaswani ほか 2017、式 1。</translation>
    </message>
    <message>
        <source>As in T5 (Raffel et al. 2020), whose weights start smaller instead.</source>
        <translation>T5（Raffel ほか 2020）と同じ。代わりに重みの初期値が小さくなっています。</translation>
    </message>
    <message>
        <source>The width of the model in the place of one head&apos;s: every weight becomes too even.</source>
        <translation>1 つのヘッドの幅ではなくモデルの幅を使っています。どの重みも均一になりすぎます。</translation>
    </message>
    <message>
        <source>The number of heads in the place of d_k: the likeliest word often stays, its share not.</source>
        <translation>d_k の代わりにヘッドの数を使っています。1 位の語は変わらないことが多くても、その確率は変わります。</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, eq. 1.</source>
        <translation>Vaswani ほか 2017、式 1。</translation>
    </message>
    <message>
        <source>The same scores, smaller numbers on the way: tensor2tensor, nn.MultiheadAttention.</source>
        <translation>スコアは同じで、途中の数が小さい: tensor2tensor、nn.MultiheadAttention。</translation>
    </message>
    <message>
        <source>Everyone sees everyone, as in an encoder: Vaswani et al. 2017, section 3.2.3.</source>
        <translation>エンコーダのように、全員が全員を見る: Vaswani ほか 2017 の 3.2.3 節。</translation>
    </message>
    <message>
        <source>causal: no later word</source>
        <translation>因果: 後の語を見ない</translation>
    </message>
    <message>
        <source>two linear maps</source>
        <translation>線形写像 2 つ</translation>
    </message>
    <message>
        <source>activation(x W_1) W_2, for each word alone: Vaswani et al. 2017, eq. 2.</source>
        <translation>語ごとに 活性化(x W_1) W_2: Vaswani ほか 2017、式 2。</translation>
    </message>
    <message>
        <source>gated: three linear maps</source>
        <translation>ゲート付き: 3 つの線形写像</translation>
    </message>
    <message>
        <source>(activation(x W_G) ⊙ x W_1) W_2: SwiGLU with SiLU, GeGLU with GELU, ReGLU with ReLU. Shazeer 2020, eq. 5 and 6.</source>
        <translation>(活性化(x W_G) ⊙ x W_1) W_2: SiLU なら SwiGLU、GELU なら GeGLU、ReLU なら ReGLU。Shazeer 2020、式 5 と 6。</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>max(0, x): Nair and Hinton 2010; Vaswani et al. 2017, eq. 2.</source>
        <translation>max(0, x): Nair and Hinton 2010、Vaswani ほか 2017、式 2。</translation>
    </message>
    <message>
        <source>GELU (exact, by erf)</source>
        <translation>GELU（erf による厳密式）</translation>
    </message>
    <message>
        <source>x · ½ (1 + erf(x / √2)): Hendrycks and Gimpel 2016, section 2.</source>
        <translation>x · ½ (1 + erf(x / √2)): Hendrycks and Gimpel 2016、2 節。</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU（tanh）</translation>
    </message>
    <message>
        <source>½ x (1 + tanh(√(2/π) (x + 0.044715 x³))): Hendrycks and Gimpel 2016, section 2; GPT-2.</source>
        <translation>½ x (1 + tanh(√(2/π) (x + 0.044715 x³))): Hendrycks and Gimpel 2016、2 節、GPT-2。</translation>
    </message>
    <message>
        <source>SiLU (Swish)</source>
        <translation>SiLU（Swish）</translation>
    </message>
    <message>
        <source>x / (1 + e^(−x)): Hendrycks and Gimpel 2016; Ramachandran et al. 2017.</source>
        <translation>x / (1 + e^(−x)): Hendrycks and Gimpel 2016、Ramachandran ほか 2017。</translation>
    </message>
    <message>
        <source>squared ReLU</source>
        <translation>2 乗 ReLU</translation>
    </message>
    <message>
        <source>max(0, x)²: So et al. 2021 (Primer); Nemotron-4 (2024).</source>
        <translation>max(0, x)²: So ほか 2021 (Primer)、Nemotron-4 (2024)。</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>層正規化</translation>
    </message>
    <message>
        <source>γ (x − mean) / √(variance + ε) + β: Ba, Kiros and Hinton 2016, eq. 3.</source>
        <translation>γ (x − 平均) / √(分散 + ε) + β: Ba, Kiros and Hinton 2016、式 3。</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 正規化</translation>
    </message>
    <message>
        <source>γ x / √(mean of x² + ε), not centred: Zhang and Sennrich 2019, eq. 4; T5, Llama.</source>
        <translation>γ x / √(x² の平均 + ε)、中心化なし: Zhang and Sennrich 2019、式 4、T5、Llama。</translation>
    </message>
    <message>
        <source>post-norm (2017)</source>
        <translation>post-norm（2017 年）</translation>
    </message>
    <message>
        <source>norm(x + f(x)): Vaswani et al. 2017, section 3.1; BERT.</source>
        <translation>norm(x + f(x)): Vaswani ほか 2017、3.1 節、BERT。</translation>
    </message>
    <message>
        <source>pre-norm (GPT-2)</source>
        <translation>pre-norm（GPT-2）</translation>
    </message>
    <message>
        <source>x + f(norm(x)): Radford et al. 2019 (GPT-2); Xiong et al. 2020.</source>
        <translation>x + f(norm(x)): Radford ほか 2019（GPT-2）、Xiong ほか 2020。</translation>
    </message>
    <message>
        <source>x + norm(f(norm(x))), a sandwich: Ding et al. 2021, section 3.1; Gemma 2 (2024).</source>
        <translation>x + norm(f(norm(x)))、はさみ込み: Ding ほか 2021、3.1 節、Gemma 2（2024）。</translation>
    </message>
    <message>
        <source>parallel (GPT-NeoX)</source>
        <translation>並列（GPT-NeoX）</translation>
    </message>
    <message>
        <source>x + attention(norm(x)) + feed-forward(norm(x)): both read what came into the layer. Black et al. 2022 (GPT-NeoX), section 2.1.</source>
        <translation>x + 注意(norm(x)) + フィードフォワード(norm(x)): どちらも層に入ってきたものを読みます。Black ほか 2022（GPT-NeoX）、2.1 節。</translation>
    </message>
    <message>
        <source>As in Ba, Kiros and Hinton 2016, eq. 3, PyTorch and JAX.</source>
        <translation>Ba, Kiros and Hinton 2016、式 3、PyTorch や JAX と同じ。</translation>
    </message>
    <message>
        <source>÷ d_model, population</source>
        <translation>÷ d_model、母集団</translation>
    </message>
    <message>
        <source>÷ (d_model − 1), sample</source>
        <translation>÷ (d_model − 1)、標本</translation>
    </message>
    <message>
        <source>As where a library&apos;s standard deviation is taken as it comes (The Annotated Transformer, 2018): 13 % less at d_model = 4.</source>
        <translation>ライブラリの標準偏差をそのまま使った場合（The Annotated Transformer、2018）。d_model = 4 では 13 % 小さくなります。</translation>
    </message>
    <message>
        <source>inside the root</source>
        <translation>根号の中</translation>
    </message>
    <message>
        <source>√(variance + ε), as in PyTorch and JAX.</source>
        <translation>√(分散 + ε)、PyTorch や JAX と同じ。</translation>
    </message>
    <message>
        <source>outside the root</source>
        <translation>根号の外</translation>
    </message>
    <message>
        <source>√variance + ε, as in The Annotated Transformer (2018).</source>
        <translation>√分散 + ε、The Annotated Transformer（2018）と同じ。</translation>
    </message>
    <message>
        <source>Nothing keeps the rows at one size: what norms are there for (Ba, Kiros and Hinton 2016).</source>
        <translation>行の大きさをそろえるものがない。正規化はそのためにある（Ba、Kiros、Hinton 2016）。</translation>
    </message>
    <message>
        <source>A word sees itself and those before it: Vaswani et al. 2017, section 3.2.3.</source>
        <translation>語は自分とそれより前を見る: Vaswani ほか 2017 の 3.2.3 節。</translation>
    </message>
    <message>
        <source>Each query shares 1 among the keys: Vaswani et al. 2017, eq. 1.</source>
        <translation>クエリごとに 1 をキーへ分けます: Vaswani ほか 2017、式 1。</translation>
    </message>
    <message>
        <source>The wrong axis: rows no longer add to 1, and a query may get nothing.</source>
        <translation>軸が違います。行の和は 1 にならず、クエリが何も得ないこともあります。</translation>
    </message>
    <message>
        <source>e</source>
        <translation>e</translation>
    </message>
    <message>
        <source>The exponential function, as everywhere: Vaswani et al. 2017, eq. 1.</source>
        <translation>どこでもそうであるように指数関数: Vaswani ほか 2017 の式 1。</translation>
    </message>
    <message>
        <source>2 (exact by hand)</source>
        <translation>2（手計算で正確）</translation>
    </message>
    <message>
        <source>Whole scores give powers to be had by hand; it is e with T = 1 / ln 2.</source>
        <translation>整数のスコアなら手で累乗できます。e で T = 1 / ln 2 としたものと同じです。</translation>
    </message>
    <message>
        <source>3 (exact by hand)</source>
        <translation>3（手計算で正確）</translation>
    </message>
    <message>
        <source>Whole scores give powers to be had by hand; it is e with T = 1 / ln 3.</source>
        <translation>整数のスコアなら手で累乗できます。e で T = 1 / ln 3 としたものと同じです。</translation>
    </message>
    <message>
        <source>Their weights are exactly 0: Vaswani et al. 2017, section 3.2.3.</source>
        <translation>重みはちょうど 0 です: Vaswani ほか 2017、3.2.3 節。</translation>
    </message>
    <message>
        <source>As many libraries do; where real scores are lower still, the forbidden gets attention.</source>
        <translation>多くのライブラリと同じ。本当のスコアがさらに小さいと、禁止されたものに注意が向きます。</translation>
    </message>
    <message>
        <source>A score of 0 is no small score: e^0 = 1 gets its share.</source>
        <translation>スコア 0 は小さいスコアではありません。e^0 = 1 が取り分を得ます。</translation>
    </message>
    <message>
        <source>÷ √d_k</source>
        <translation>√d_k で割る</translation>
    </message>
    <message>
        <source>÷ √d_model (a mistake)</source>
        <translation>√d_model で割る（誤り）</translation>
    </message>
    <message>
        <source>÷ √heads (a mistake)</source>
        <translation>√ヘッド数で割る（誤り）</translation>
    </message>
    <message>
        <source>scores, after Q Kᵀ</source>
        <translation>積のあとのスコア</translation>
    </message>
    <message>
        <source>queries, before Q Kᵀ</source>
        <translation>積のまえのクエリ</translation>
    </message>
    <message>
        <source>rows, over the keys</source>
        <translation>行: キーの方向</translation>
    </message>
    <message>
        <source>columns (a mistake)</source>
        <translation>列（誤り）</translation>
    </message>
    <message>
        <source>score −∞</source>
        <translation>スコアを −∞ に</translation>
    </message>
    <message>
        <source>large negative score</source>
        <translation>大きな負の数</translation>
    </message>
    <message>
        <source>score × 0 (a mistake)</source>
        <translation>スコアを 0 倍（誤り）</translation>
    </message>
    <message>
        <source>weight × 0 (a mistake)</source>
        <translation>重みを 0 倍（誤り）</translation>
    </message>
    <message>
        <source>What was taken is not given to the others: rows add to less than 1.</source>
        <translation>取った分がほかに回らず、行の和が 1 より小さくなります。</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>すべて 0</translation>
    </message>
    <message>
        <source>Nothing is looked at: as scaled_dot_product_attention and ONNX.</source>
        <translation>何も見ません: scaled_dot_product_attention や ONNX と同じ。</translation>
    </message>
    <message>
        <source>the same share for all</source>
        <translation>すべて同じ取り分</translation>
    </message>
    <message>
        <source>What a large negative number everywhere comes to: older BERT code.</source>
        <translation>すべてが大きな負の数のときの結果: 以前の BERT のコード。</translation>
    </message>
    <message>
        <source>NaN (0 / 0)</source>
        <translation>NaN（0 / 0）</translation>
    </message>
    <message>
        <source>What −∞ in every cell comes to: as nn.MultiheadAttention.</source>
        <translation>すべてのセルが −∞ のときの結果: nn.MultiheadAttention と同じ。</translation>
    </message>
    <message>
        <source>by columns</source>
        <translation>列で</translation>
    </message>
    <message>
        <source>Head h has columns h·d …: Vaswani et al. 2017, section 3.2.2.</source>
        <translation>ヘッド h は列 h·d … を持ちます: Vaswani ほか 2017、3.2.2 節。</translation>
    </message>
    <message>
        <source>reshape (a mistake)</source>
        <translation>reshape で（誤り）</translation>
    </message>
    <message>
        <source>encoder&apos;s output</source>
        <translation>エンコーダの出力</translation>
    </message>
    <message>
        <source>decoder (a mistake)</source>
        <translation>デコーダ自身（誤り）</translation>
    </message>
    <message>
        <source>Numbers are counted off: a head holds parts of different words.</source>
        <translation>数を順に数えて分けます。ヘッドに別々の語の部分が入ります。</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, section 3.2.3.</source>
        <translation>Vaswani ほか 2017、3.2.3 節。</translation>
    </message>
    <message>
        <source>That is self-attention once more: nothing of the source is seen.</source>
        <translation>もう一度の自己注意になり、入力側は何も見えません。</translation>
    </message>
    <message>
        <source>by neighbours</source>
        <translation>隣どうしで</translation>
    </message>
    <message>
        <source>Query heads side by side read one key head: Ainslie et al. 2023, section 2.2.</source>
        <translation>隣り合うクエリのヘッドが同じキーのヘッドを読む: Ainslie ほか 2023、2.2 節。</translation>
    </message>
    <message>
        <source>in turn (a mistake)</source>
        <translation>順番に (間違い)</translation>
    </message>
    <message>
        <source>Keys tiled in the place of each repeated: weights made for one order are read in the other.</source>
        <translation>1 つずつ繰り返す代わりに全体を並べる。一方の並び用に作られた重みを、もう一方の並びで読んでしまう。</translation>
    </message>
    <message>
        <source>the likeliest (greedy)</source>
        <translation>最も確からしい語（貪欲法）</translation>
    </message>
    <message>
        <source>Of equal words, the first in the vocabulary.</source>
        <translation>確率が等しい語では、語彙で先に立つもの。</translation>
    </message>
    <message>
        <source>drawn by its probability</source>
        <translation>確率に従って抽選</translation>
    </message>
    <message>
        <source>Temperature first, then top-k, then top-p; then one word is drawn.</source>
        <translation>まず温度、次に top-k、次に top-p。そのあと 1 語を抽選します。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>底</translation>
    </message>
    <message>
        <source>The larger, the slower the last columns turn: 10000 in Vaswani et al. 2017, section 3.5, and in Su et al. 2021.</source>
        <translation>大きいほど最後の列がゆっくり変わる: Vaswani ほか 2017 の 3.5 節と Su ほか 2021 では 10000。</translation>
    </message>
    <message>
        <source>Rows of W_P</source>
        <translation>W_P の行数</translation>
    </message>
    <message>
        <source>The longest sentence that the table reaches: 512 in BERT, 1024 in GPT-2 (2019).</source>
        <translation>表が届くいちばん長い文: BERT では 512、GPT-2（2019）では 1024。</translation>
    </message>
    <message>
        <source>First row of W_P</source>
        <translation>W_P の最初の行</translation>
    </message>
    <message>
        <source>The row of the first word, counted from 0: BART and OPT begin at 2.</source>
        <translation>最初の語が取る行（0 から数えて）。BART と OPT では 2 から始まります。</translation>
    </message>
    <message>
        <source>Sines and cosines</source>
        <translation>sin と cos</translation>
    </message>
    <message>
        <source>Pairs of columns</source>
        <translation>列の組</translation>
    </message>
    <message>
        <source>Turned columns</source>
        <translation>回転する列</translation>
    </message>
    <message>
        <source>How many columns of d_k are turned, an even number; 0 = all. GPT-NeoX: a quarter.</source>
        <translation>d_k の列のうちいくつを回転するか（偶数、0 = すべて）。GPT-NeoX では 4 分の 1。</translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation>区間の数</translation>
    </message>
    <message>
        <source>Rows of W_R: 32 in T5 (Raffel et al. 2020, section 2.1).</source>
        <translation>W_R の行数。T5 では 32（Raffel ほか 2020、2.1 節）。</translation>
    </message>
    <message>
        <source>Farthest distance</source>
        <translation>最も遠い距離</translation>
    </message>
    <message>
        <source>From here on all distances fall into the last bucket: 128 in T5.</source>
        <translation>ここから先の距離はすべて最後の区間に入ります。T5 では 128。</translation>
    </message>
    <message>
        <source>One W_P for both sequences</source>
        <translation>両方の系列で 1 つの W_P</translation>
    </message>
    <message>
        <source>Without it each of them has a table of its own, as in BART.</source>
        <translation>外すと、BART のようにそれぞれが自分の表を持ちます。</translation>
    </message>
    <message>
        <source>The width between the two maps: 2048, four times d_model, in Vaswani et al. 2017, section 3.3.</source>
        <translation>2 つの写像の間の幅: Vaswani ほか 2017 の 3.3 節では d_model の 4 倍の 2048。</translation>
    </message>
    <message>
        <source>Pre-norm models need one more behind the last layer: Radford et al. 2019 (GPT-2), section 2.3.</source>
        <translation>pre-norm のモデルでは最後の層の後にもう 1 つ要る: Radford ほか 2019（GPT-2）の 2.3 節。</translation>
    </message>
    <message>
        <source>Times √d_model</source>
        <translation>√d_model 倍</translation>
    </message>
    <message>
        <source>The rows of W_E are multiplied by √d_model: Vaswani et al. 2017, section 3.4.</source>
        <translation>W_E の行を √d_model 倍します: Vaswani ほか 2017、3.4 節。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>ヘッドの数</translation>
    </message>
    <message>
        <source>h attentions side by side: 8 in Vaswani et al. 2017, section 3.2.2.</source>
        <translation>並べて行う注意の数 h: Vaswani ほか 2017 の 3.2.2 節では 8。</translation>
    </message>
    <message>
        <source>Width d_k</source>
        <translation>幅 d_k</translation>
    </message>
    <message>
        <source>The width of a query and of a key: d_model / h in Vaswani et al. 2017, section 3.2.2.</source>
        <translation>クエリとキーの幅: Vaswani ほか 2017 の 3.2.2 節では d_model / h。</translation>
    </message>
    <message>
        <source>d_model / heads</source>
        <translation>d_model / ヘッド数</translation>
    </message>
    <message>
        <source>Width d_v</source>
        <translation>幅 d_v</translation>
    </message>
    <message>
        <source>The width of a value: d_model / h in Vaswani et al. 2017, section 3.2.2.</source>
        <translation>バリューの幅: Vaswani ほか 2017 の 3.2.2 節では d_model / h。</translation>
    </message>
    <message>
        <source>as d_k</source>
        <translation>d_k と同じ</translation>
    </message>
    <message>
        <source>as heads</source>
        <translation>ヘッドと同じ</translation>
    </message>
    <message>
        <source>0 = as many as heads. One for all: multi-query attention (Shazeer 2019); one for each group of heads: grouped-query attention (Ainslie et al. 2023, section 2.2).</source>
        <translation>0 = ヘッドと同じ数。全体で 1 つ: マルチクエリ注意 (Shazeer 2019)。ヘッドの組ごとに 1 つ: グループ化クエリ注意 (Ainslie ほか 2023、2.2 節)。</translation>
    </message>
    <message>
        <source>Heads share keys</source>
        <translation>キーの共有のしかた</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>バイアス</translation>
    </message>
    <message>
        <source>b_Q, b_K, b_V and b_O are added: not in Vaswani et al. 2017, but in BERT and GPT-2.</source>
        <translation>b_Q、b_K、b_V、b_O を加える: Vaswani ほか 2017 にはなく、BERT と GPT-2 にはある。</translation>
    </message>
    <message>
        <source>Bias b_O, too</source>
        <translation>バイアス b_O も</translation>
    </message>
    <message>
        <source>Without it q, k and v alone have biases: Qwen (2023), section 2.3.</source>
        <translation>外すと q、k、v だけがバイアスを持ちます: Qwen (2023) 2.3 節。</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>スケーリング</translation>
    </message>
    <message>
        <source>Key and value heads</source>
        <translation>キーとバリューのヘッド数</translation>
    </message>
    <message>
        <source>times</source>
        <translation>倍率</translation>
    </message>
    <message>
        <source>What is scaled</source>
        <translation>スケーリングの対象</translation>
    </message>
    <message>
        <source>Norm of q and k</source>
        <translation>q と k の正規化</translation>
    </message>
    <message>
        <source>Each query and key of each head, before it is turned, one gain for all heads: Henry et al. 2020; layer norm in ViT-22B (Dehghani et al. 2023), RMS norm in Qwen3 and Gemma 3 (2025).</source>
        <translation>各ヘッドのクエリとキーを 1 つずつ、回転のまえに。ゲインは全ヘッドで共通: Henry ほか 2020。ViT-22B では層正規化 (Dehghani ほか 2023)、Qwen3 と Gemma 3 では RMS 正規化 (2025)。</translation>
    </message>
    <message>
        <source>Epsilon of that norm</source>
        <translation>その正規化の ε</translation>
    </message>
    <message>
        <source>Keeps the root from 0, as in every norm: Ba, Kiros and Hinton 2016, section 3.</source>
        <translation>どの正規化とも同じく、根号が 0 になるのを防ぐ: Ba、Kiros、Hinton 2016 の 3 節。</translation>
    </message>
    <message>
        <source>Soft cap of the scores</source>
        <translation>スコアのソフトキャップ</translation>
    </message>
    <message>
        <source>cap · tanh(score / cap), before the mask; 0 = none. Gemma 2 (2024), section 2.</source>
        <translation>上限 · tanh(スコア / 上限)、マスクの前。0 = なし。Gemma 2（2024）、2 節。</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>スライド窓</translation>
    </message>
    <message>
        <source>all</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Only words less than so many places away are seen; 0 = all. Mistral 7B (2023), section 2.</source>
        <translation>この数より近い語だけが見えます。0 = すべて。Mistral 7B（2023）、2 節。</translation>
    </message>
    <message>
        <source>Heads are split</source>
        <translation>ヘッドの分割</translation>
    </message>
    <message>
        <source>Heads are joined</source>
        <translation>ヘッドの結合</translation>
    </message>
    <message>
        <source>Cross-attention reads</source>
        <translation>交差注意の読み先</translation>
    </message>
    <message>
        <source>Output map W_O</source>
        <translation>出力射影 W_O</translation>
    </message>
    <message>
        <source>The joined heads times W_O: Vaswani et al. 2017, section 3.2.2.</source>
        <translation>つないだヘッドに W_O をかける: Vaswani ほか 2017 の 3.2.2 節。</translation>
    </message>
    <message>
        <source>Masked becomes</source>
        <translation>マスクされたもの</translation>
    </message>
    <message>
        <source>Row that sees nothing</source>
        <translation>どこも見られない行</translation>
    </message>
    <message>
        <source>The number</source>
        <translation>その数</translation>
    </message>
    <message>
        <source>BERT&apos;s first code adds −10000 (2018); where real scores are lower still, the forbidden is seen.</source>
        <translation>BERT の最初のコード（2018）は −10000 を加える。本当のスコアがもっと低いと、禁じたものが見える。</translation>
    </message>
    <message>
        <source>Softmax over</source>
        <translation>ソフトマックスの方向</translation>
    </message>
    <message>
        <source>Divides the differences of the scores: Hinton, Vinyals and Dean 2015, eq. 1.</source>
        <translation>スコアの差を割ります: Hinton, Vinyals and Dean 2015、式 1。</translation>
    </message>
    <message>
        <source>Of the decoder; 0 = as the encoder.</source>
        <translation>デコーダの値。0 = エンコーダと同じ。</translation>
    </message>
    <message>
        <source>as the encoder</source>
        <translation>エンコーダと同じ</translation>
    </message>
    <message>
        <source>default</source>
        <translation>既定</translation>
    </message>
    <message>
        <source>Of the decoder; 0 = as the encoder, or d_model / heads where it has heads of its own.</source>
        <translation>デコーダの値。0 = エンコーダと同じ。ヘッド数が別のときは d_model / ヘッド数。</translation>
    </message>
    <message>
        <source>Of the decoder; 0 = as the encoder. Models made smaller keep fewer of the decoder&apos;s: Shleifer and Rush 2020, section 3.</source>
        <translation>デコーダの値。0 = エンコーダと同じ。小型化したモデルはデコーダの層を減らします: Shleifer and Rush 2020 第 3 節。</translation>
    </message>
    <message>
        <source>Width d_ff</source>
        <translation>幅 d_ff</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>活性化</translation>
    </message>
    <message>
        <source>b_1 and b_2 are added: Vaswani et al. 2017, eq. 2; T5 and Llama go without.</source>
        <translation>b_1 と b_2 を加える: Vaswani ほか 2017 の式 2、T5 と Llama にはない。</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>分散</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>イプシロン</translation>
    </message>
    <message>
        <source>Keeps the root from 0: 1e-5 in PyTorch and GPT-2, 1e-12 in BERT, 1e-6 in T5.</source>
        <translation>根号が 0 になるのを防ぐ: PyTorch と GPT-2 では 1e-5、BERT では 1e-12、T5 では 1e-6。</translation>
    </message>
    <message>
        <source>Epsilon stands</source>
        <translation>ε の位置</translation>
    </message>
    <message>
        <source>Gain γ</source>
        <translation>ゲイン γ</translation>
    </message>
    <message>
        <source>Each column is stretched by its γ: Ba, Kiros and Hinton 2016, section 3.</source>
        <translation>列ごとに γ 倍する: Ba、Kiros、Hinton 2016 の 3 節。</translation>
    </message>
    <message>
        <source>Bias β</source>
        <translation>バイアス β</translation>
    </message>
    <message>
        <source>Each column is moved by its β: Ba, Kiros and Hinton 2016, section 3.</source>
        <translation>列ごとに β を加える: Ba、Kiros、Hinton 2016 の 3 節。</translation>
    </message>
    <message>
        <source>Norm after the last layer</source>
        <translation>最後の層の後の正規化</translation>
    </message>
    <message>
        <source>Token types</source>
        <translation>トークンタイプ</translation>
    </message>
    <message>
        <source>Rows of W_T, of which each word adds one; 0 = none. BERT tells its two sentences apart by them: Devlin et al. 2018, section 3.</source>
        <translation>W_T の行数。各単語がそのうち 1 行を足します。0 = なし。BERT は 2 つの文をこれで区別します: Devlin et al. 2018 第 3 節。</translation>
    </message>
    <message>
        <source>Norm behind the embedding</source>
        <translation>埋め込みの後の正規化</translation>
    </message>
    <message>
        <source>A norm before the first layer: BERT (2018), BART (2019), BLOOM (2022).</source>
        <translation>最初の層の前の正規化: BERT (2018)、BART (2019)、BLOOM (2022)。</translation>
    </message>
    <message>
        <source>Logits by W_E (tied)</source>
        <translation>ロジットは W_E（共有）</translation>
    </message>
    <message>
        <source>The rows of W_E serve once more: Press and Wolf 2017; Vaswani et al. 2017, section 3.4.</source>
        <translation>W_E の行をもう一度使う: Press と Wolf 2017; Vaswani ほか 2017 の 3.4 節。</translation>
    </message>
    <message>
        <source>Bias b_U</source>
        <translation>バイアス b_U</translation>
    </message>
    <message>
        <source>Makes words likely whatever was said; BART and Marian have it (final_logits_bias).</source>
        <translation>何を言ったかによらず語を出やすくする。BART と Marian にある（final_logits_bias）。</translation>
    </message>
    <message>
        <source>Divided by √d_model before</source>
        <translation>先に √d_model で割る</translation>
    </message>
    <message>
        <source>The vectors are divided by √d_model before W_E turns them into logits: T5 with tied embeddings (Raffel et al. 2020, code).</source>
        <translation>W_E でロジットにする前にベクトルを √d_model で割ります: 埋め込みを共有する T5 (Raffel et al. 2020 のコード)。</translation>
    </message>
    <message>
        <source>Soft cap of the logits</source>
        <translation>ロジットのソフトキャップ</translation>
    </message>
    <message>
        <source>cap · tanh(logit / cap); 0 = none. Gemma 2 (2024), section 2.</source>
        <translation>上限 · tanh(ロジット / 上限)。0 = なし。Gemma 2（2024）、2 節。</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>次の語</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>So many of the likeliest words are kept; 0 = all. Fan et al. 2018, section 5.2.</source>
        <translation>確率の高い語をこの数だけ残します。0 = すべて。Fan ほか 2018、5.2 節。</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>The fewest words that reach this share together are kept; 1 = all. Holtzman et al. 2020, section 3.1.</source>
        <translation>合わせてこの割合に届く最少の語を残します。1 = すべて。Holtzman ほか 2020、3.1 節。</translation>
    </message>
    <message>
        <source>Seed of the draws</source>
        <translation>抽選のシード</translation>
    </message>
    <message>
        <source>The same seed draws the same numbers on every computer.</source>
        <translation>同じシードなら、どのコンピュータでも同じ数が引かれます。</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>構成</translation>
    </message>
    <message>
        <source>Typed in</source>
        <translation>入力するもの</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>層の数</translation>
    </message>
    <message>
        <source>How often the layer is stacked: N = 6 in Vaswani et al. 2017, section 3.1.</source>
        <translation>層を重ねる回数: Vaswani ほか 2017 の 3.1 節では N = 6。</translation>
    </message>
    <message>
        <source>Width d_model</source>
        <translation>幅 d_model</translation>
    </message>
    <message>
        <source>How many numbers a word has between the layers: 512 in Vaswani et al. 2017, section 3.1.</source>
        <translation>層と層の間で 1 語がもつ数の個数: Vaswani ほか 2017 の 3.1 節では 512。</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>From scores to weights</source>
        <translation>スコアから重みへ</translation>
    </message>
    <message>
        <source>Feed-forward network</source>
        <translation>フィードフォワード</translation>
    </message>
    <message>
        <source>Norms and residuals</source>
        <translation>正規化と残差接続</translation>
    </message>
    <message>
        <source>Residual additions</source>
        <translation>残差接続</translation>
    </message>
    <message>
        <source>x + f(x): He et al. 2016, eq. 1; Vaswani et al. 2017, section 3.1.</source>
        <translation>x + f(x): He ほか 2016 の式 1、Vaswani ほか 2017 の 3.1 節。</translation>
    </message>
    <message>
        <source>Decoder, where it differs</source>
        <translation>デコーダ (異なるところ)</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Divides the logits: below 1 sharper, above 1 more even. Hinton, Vinyals and Dean 2015, eq. 1.</source>
        <translation>ロジットを割る数: 1 より小さいと鋭く、大きいと平らになる。Hinton、Vinyals、Dean 2015 の式 1。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>The next word</source>
        <translation>次の語</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>オフ</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>embedding</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>embedding of the source</source>
        <translation>ソースの埋め込み</translation>
    </message>
    <message>
        <source>embedding of the target</source>
        <translation>ターゲットの埋め込み</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>mask of the source</source>
        <translation>ソースのマスク</translation>
    </message>
    <message>
        <source>position bias</source>
        <translation>位置バイアス</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>自己注意</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>交差注意</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>フィードフォワード</translation>
    </message>
    <message>
        <source>residual</source>
        <translation>残差接続</translation>
    </message>
    <message>
        <source>{part} ({name})</source>
        <translation>{part} ({name})</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>層正規化</translation>
    </message>
    <message>
        <source>next word</source>
        <translation>次の語</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>masked self-attention</source>
        <translation>マスク付き自己注意</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 正規化</translation>
    </message>
    <message>
        <source>{norm} behind the part</source>
        <translation>部の後の{norm}</translation>
    </message>
    <message>
        <source>{norm} of the embedding</source>
        <translation>埋め込みの{norm}</translation>
    </message>
    <message>
        <source>final {norm} of the encoder</source>
        <translation>エンコーダの最後の{norm}</translation>
    </message>
    <message>
        <source>final {norm}</source>
        <translation>最後の{norm}</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>埋め込み</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>エンコーダ</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>デコーダ</translation>
    </message>
    <message>
        <source>Attention alone</source>
        <translation>注意のみ</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Embedding of the source</source>
        <translation>ソースの埋め込み</translation>
    </message>
    <message>
        <source>Embedding of the target</source>
        <translation>ターゲットの埋め込み</translation>
    </message>
    <message>
        <source>Encoder layer {number} of {count}</source>
        <translation>エンコーダ 第{number}層／全{count}層</translation>
    </message>
    <message>
        <source>Decoder layer {number} of {count}</source>
        <translation>デコーダ 第{number}層／全{count}層</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>語</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>タイプ</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>Mask of the source</source>
        <translation>ソースのマスク</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>クエリ</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>バリュー</translation>
    </message>
    <message>
        <source>Queries, turned</source>
        <translation>回転したクエリ</translation>
    </message>
    <message>
        <source>Keys, turned</source>
        <translation>回転したキー</translation>
    </message>
    <message>
        <source>Queries, normed</source>
        <translation>正規化したクエリ</translation>
    </message>
    <message>
        <source>Keys, normed</source>
        <translation>正規化したキー</translation>
    </message>
    <message>
        <source>Queries, scaled</source>
        <translation>スケール後のクエリ</translation>
    </message>
    <message>
        <source>Position bias</source>
        <translation>位置バイアス</translation>
    </message>
    <message>
        <source>With position bias</source>
        <translation>位置バイアス付き</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>Scaled</source>
        <translation>スケール後</translation>
    </message>
    <message>
        <source>Capped</source>
        <translation>頭打ち</translation>
    </message>
    <message>
        <source>Masked</source>
        <translation>マスク後</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Weights masked</source>
        <translation>マスクした重み</translation>
    </message>
    <message>
        <source>Mixed values</source>
        <translation>混ぜたバリュー</translation>
    </message>
    <message>
        <source>Heads joined</source>
        <translation>ヘッドの結合</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隠れ層</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>ゲート</translation>
    </message>
    <message>
        <source>Activated</source>
        <translation>活性化</translation>
    </message>
    <message>
        <source>Gated</source>
        <translation>ゲート適用</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差接続</translation>
    </message>
    <message>
        <source>{norm} behind</source>
        <translation>後の{norm}</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>層正規化</translation>
    </message>
    <message>
        <source>Logits</source>
        <translation>ロジット</translation>
    </message>
    <message>
        <source>Probabilities</source>
        <translation>確率</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Drawn word</source>
        <translation>抽選された語</translation>
    </message>
    <message>
        <source>{step}, {changed} cells changed</source>
        <translation>{step}、{changed} セルが変化</translation>
    </message>
    <message>
        <source>{part} · off</source>
        <translation>{part} · オフ</translation>
    </message>
    <message>
        <source>{part} · none</source>
        <translation>{part} · なし</translation>
    </message>
    <message>
        <source>{step}, playing stops here</source>
        <translation>{step}、再生はここで止まる</translation>
    </message>
</context>
<context>
    <name>OutputCache</name>
    <message>
        <source>layer {number}</source>
        <translation>第 {number} 層</translation>
    </message>
    <message>
        <source>layer {number}, source</source>
        <translation>第 {number} 層・ソース</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>ヘッド {number}</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>キャッシュ</translation>
    </message>
    <message>
        <source>Keys and values of earlier words never change under a causal mask: they are kept, and only the new word is computed.</source>
        <translation>因果マスクのもとでは、前の語のキーとバリューは変わりません。それらを保持し、新しい語だけを計算します。</translation>
    </message>
    <message>
        <source>Show the keys and values that are kept from word to word</source>
        <translation>語から語へ保持されるキーとバリューを表示します</translation>
    </message>
    <message>
        <source>For the marked words, and in all steps; without the cache all of them would be computed.</source>
        <translation>印の付いた語について、および全ステップでの数です。キャッシュがなければ、すべてが計算されます。</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>Keys and values that are kept</source>
        <translation>保持されるキーとバリュー</translation>
    </message>
    <message>
        <source>{new} new, {kept} kept</source>
        <translation>新規 {new}、保持 {kept}</translation>
    </message>
    <message>
        <source>No layer has attention: there is nothing to keep.</source>
        <translation>注意のある層がないため、保持するものがありません。</translation>
    </message>
    <message>
        <source>Computed: {some} of {whole} keys and values; {steps} of {all} numbers</source>
        <translation>計算: キーとバリュー {whole} 個中 {some}、全体 {all} 個中 {steps}</translation>
    </message>
</context>
<context>
    <name>OutputPanel</name>
    <message>
        <source>After one token less</source>
        <translation>1 トークン短い文脈で見る</translation>
    </message>
    <message>
        <source>After one token more</source>
        <translation>1 トークン長い文脈で見る</translation>
    </message>
    <message>
        <source>Probabilities of the next word</source>
        <translation>次の語の確率</translation>
    </message>
    <message>
        <source>1 other word</source>
        <translation>ほか 1 語</translation>
    </message>
    <message>
        <source>{count} other words</source>
        <translation>ほか {count} 語</translation>
    </message>
    <message>
        <source>after: {words} →</source>
        <translation>文脈: {words} →</translation>
    </message>
    <message>
        <source>Take “{word}”</source>
        <translation>「{word}」を追加</translation>
    </message>
    <message>
        <source>Append this token (Enter, or a double click on a bar)</source>
        <translation>このトークンを末尾に追加（Enter、または棒のダブルクリック）</translation>
    </message>
    <message>
        <source>A token is appended behind the last one: go there first.</source>
        <translation>トークンは末尾に追加されます。先に末尾へ進んでください。</translation>
    </message>
    <message>
        <source>This model has no next-token probabilities: only a decoder ends with them. File ▸ New makes one.</source>
        <translation>このモデルには次のトークンの確率がありません。確率で終わるのはデコーダだけです。「ファイル ▸ 新規」で作れます。</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>ステージ</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>説明</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>再生</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数値</translation>
    </message>
</context>
<context>
    <name>Pin</name>
    <message>
        <source>Every step has the numbers of the pinned run.</source>
        <translation>すべてのステップの数値がピン留めした計算と同じです。</translation>
    </message>
    <message>
        <source>now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>ピン留め</translation>
    </message>
    <message>
        <source>now − pinned</source>
        <translation>現在 − ピン留め</translation>
    </message>
    <message>
        <source>Show the present numbers, the pinned ones, or now − pinned</source>
        <translation>現在の数値、ピン留めした数値、または両者の差（現在 − ピン留め）を表示</translation>
    </message>
    <message>
        <source>pinned: {document}</source>
        <translation>ピン留め: {document}</translation>
    </message>
    <message>
        <source>pinned: {document}, after: {edit}</source>
        <translation>ピン留め: {document}（{edit} の後）</translation>
    </message>
    <message>
        <source>other shape</source>
        <translation>形が違う</translation>
    </message>
    <message>
        <source>not pinned</source>
        <translation>ピン留めになし</translation>
    </message>
    <message>
        <source>only pinned</source>
        <translation>ピン留めのみ</translation>
    </message>
    <message>
        <source>first: {difference}</source>
        <translation>最初: {difference}</translation>
    </message>
    <message>
        <source>{step}, differs from the pinned run by up to {number}</source>
        <translation>{step}、ピン留めした計算との最大の差 {number}</translation>
    </message>
    <message>
        <source>{step}, the first that differs from the pinned run, by up to {number}</source>
        <translation>{step}、ピン留めした計算と最初に異なるステップ、最大の差 {number}</translation>
    </message>
    <message>
        <source>{step}, of another shape than in the pinned run</source>
        <translation>{step}、ピン留めした計算とは形が違う</translation>
    </message>
    <message>
        <source>{step}, only in the pinned run</source>
        <translation>{step}、ピン留めした計算のみ</translation>
    </message>
    <message>
        <source>{step}, not in the pinned run</source>
        <translation>{step}、ピン留めした計算にはない</translation>
    </message>
    <message>
        <source>Only the present numbers can be changed: show “now”.</source>
        <translation>変更できるのは現在の数値だけです。「現在」を表示してください。</translation>
    </message>
    <message>
        <source>no cell differs</source>
        <translation>異なるセルはありません</translation>
    </message>
    <message>
        <source>other words: compared by position</source>
        <translation>語が違うため、位置ごとに比較</translation>
    </message>
    <message>
        <source>in the pinned run of another shape, or another in its place: {names}</source>
        <translation>ピン留めした実行では形が異なるか、別の行列がその位置にあります: {names}</translation>
    </message>
    <message>
        <source>the pinned run computes this step in another way</source>
        <translation>ピン留めした実行では、このステップの計算方法が異なります</translation>
    </message>
    <message>
        <source>other rows are read</source>
        <translation>読み取る行が異なります</translation>
    </message>
    <message>
        <source>what differs: {names}</source>
        <translation>異なるもの: {names}</translation>
    </message>
    <message>
        <source>The pinned run puts out no words.</source>
        <translation>ピン留めした計算は語を出力しません。</translation>
    </message>
    <message>
        <source>The pinned run has no such token.</source>
        <translation>ピン留めした計算にこのトークンはありません。</translation>
    </message>
    <message>
        <source>pinned, then now: {remark}</source>
        <translation>ピン留め→現在: {remark}</translation>
    </message>
    <message>
        <source>pinned after: {words} →</source>
        <translation>ピン留め側の文脈: {words} →</translation>
    </message>
</context>
<context>
    <name>PlayerPanel</name>
    <message>
        <source>First step ({key})</source>
        <translation>最初のステップ（{key}）</translation>
    </message>
    <message>
        <source>Back ({key})</source>
        <translation>戻る（{key}）</translation>
    </message>
    <message>
        <source>Forward ({key})</source>
        <translation>進む（{key}）</translation>
    </message>
    <message>
        <source>Last step ({key})</source>
        <translation>最後のステップ（{key}）</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部品</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>演算</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>セル</translation>
    </message>
    <message>
        <source>by</source>
        <translation>単位</translation>
    </message>
    <message>
        <source>What one move goes over</source>
        <translation>1 回に進む単位</translation>
    </message>
    <message>
        <source>Speed: moves a second</source>
        <translation>速さ: 1 秒あたりに進む回数</translation>
    </message>
    <message>
        <source>Steps of this part</source>
        <translation>この部品のステップ</translation>
    </message>
    <message>
        <source>Stopped at {step} ({name})</source>
        <translation>{step}（{name}）で止まりました</translation>
    </message>
    <message>
        <source>Pause ({key})</source>
        <translation>一時停止（{key}）</translation>
    </message>
    <message>
        <source>Play ({key})</source>
        <translation>再生（{key}）</translation>
    </message>
    <message>
        <source>{number} / {count}</source>
        <translation>{number} / {count}</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Attention alone (q, k, v typed in)</source>
        <translation>注意のみ（q, k, v を入力）</translation>
    </message>
    <message>
        <source>Nothing but softmax(Q Kᵀ / √d_k) V. Vaswani et al. 2017, section 3.2.1.</source>
        <translation>softmax(Q Kᵀ / √d_k) V だけ。Vaswani et al. 2017、3.2.1 節。</translation>
    </message>
    <message>
        <source>Attention from X</source>
        <translation>X からの注意</translation>
    </message>
    <message>
        <source>X is typed in; queries, keys and values are made of it by three matrices.</source>
        <translation>X を入力し、3 つの行列でクエリ、キー、バリューを作ります。</translation>
    </message>
    <message>
        <source>Multi-head attention</source>
        <translation>マルチヘッド注意</translation>
    </message>
    <message>
        <source>Two heads side by side, joined by W_O. Vaswani et al. 2017, section 3.2.2.</source>
        <translation>2 つのヘッドを並べ、W_O でまとめます。Vaswani et al. 2017、3.2.2 節。</translation>
    </message>
    <message>
        <source>Cross-attention (queries from another sentence)</source>
        <translation>交差注意（クエリは別の文から）</translation>
    </message>
    <message>
        <source>Queries from one sentence, keys and values from another. Bahdanau et al. 2014.</source>
        <translation>クエリは一方の文、キーとバリューはもう一方の文から。Bahdanau et al. 2014。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Encoders</source>
        <translation>エンコーダ</translation>
    </message>
    <message>
        <source>Decoders</source>
        <translation>デコーダ</translation>
    </message>
    <message>
        <source>Encoders with decoders</source>
        <translation>エンコーダとデコーダ</translation>
    </message>
    <message>
        <source>Encoder (Transformer 2017)</source>
        <translation>エンコーダ（2017 年のトランスフォーマー）</translation>
    </message>
    <message>
        <source>The left half of the Transformer. Vaswani et al. 2017, section 3.1.</source>
        <translation>Transformer の左半分。Vaswani et al. 2017、3.1 節。</translation>
    </message>
    <message>
        <source>BERT</source>
        <translation>BERT</translation>
    </message>
    <message>
        <source>Token types, a norm behind the embedding, exact GELU. Devlin et al. 2018.</source>
        <translation>トークンタイプ、埋め込みの後の正規化、厳密な GELU。Devlin et al. 2018。</translation>
    </message>
    <message>
        <source>The right half of the Transformer without cross-attention. Liu et al. 2018, section 4.2.3.</source>
        <translation>Transformer の右半分から交差注意を除いたもの。Liu et al. 2018、4.2.3 節。</translation>
    </message>
    <message>
        <source>GPT-2</source>
        <translation>GPT-2</translation>
    </message>
    <message>
        <source>Pre-norm, learned positions, GELU by tanh, logits by W_E. Radford et al. 2019.</source>
        <translation>pre-norm、学習された位置、tanh による GELU、W_E でロジット。Radford et al. 2019。</translation>
    </message>
    <message>
        <source>GPT-NeoX</source>
        <translation>GPT-NeoX</translation>
    </message>
    <message>
        <source>Attention and feed-forward side by side; a quarter of each head is turned. Black et al. 2022.</source>
        <translation>注意とフィードフォワードを並列に。各ヘッドの 4 分の 1 を回転。Black et al. 2022。</translation>
    </message>
    <message>
        <source>OPT</source>
        <translation>OPT</translation>
    </message>
    <message>
        <source>As GPT-2, with ReLU; the first word takes row 2 of W_P. Zhang et al. 2022.</source>
        <translation>GPT-2 に ReLU。最初の単語は W_P の行 2 を取ります。Zhang et al. 2022。</translation>
    </message>
    <message>
        <source>BLOOM</source>
        <translation>BLOOM</translation>
    </message>
    <message>
        <source>ALiBi for positions, a norm behind the embedding. BigScience 2022.</source>
        <translation>位置は ALiBi、埋め込みの後に正規化。BigScience 2022。</translation>
    </message>
    <message>
        <source>Llama</source>
        <translation>Llama</translation>
    </message>
    <message>
        <source>RMS norm, rotary positions, SwiGLU, grouped heads, no biases. Touvron et al. 2023.</source>
        <translation>RMS 正規化、回転位置、SwiGLU、グループ化ヘッド、バイアスなし。Touvron et al. 2023。</translation>
    </message>
    <message>
        <source>Mistral</source>
        <translation>Mistral</translation>
    </message>
    <message>
        <source>As Llama with a sliding window: each word sees the last three. Jiang et al. 2023.</source>
        <translation>Llama にスライド窓: 各単語は直近の 3 語を見ます。Jiang et al. 2023。</translation>
    </message>
    <message>
        <source>Gemma</source>
        <translation>Gemma</translation>
    </message>
    <message>
        <source>As Llama with GeGLU, embeddings · √d_model, heads that share one key. Gemma Team 2024.</source>
        <translation>Llama に GeGLU、埋め込み · √d_model、キーを共有するヘッド。Gemma Team 2024。</translation>
    </message>
    <message>
        <source>Qwen2</source>
        <translation>Qwen2</translation>
    </message>
    <message>
        <source>As Llama, with biases of q, k and v alone. Yang et al. 2024.</source>
        <translation>Llama に q、k、v だけのバイアス。Yang et al. 2024。</translation>
    </message>
    <message>
        <source>Transformer 2017</source>
        <translation>Transformer 2017</translation>
    </message>
    <message>
        <source>Post-norm, waves, ReLU, one W_E for all, times √d_model. Vaswani et al. 2017.</source>
        <translation>post-norm、正弦波、ReLU、共通の W_E に √d_model を掛けます。Vaswani et al. 2017。</translation>
    </message>
    <message>
        <source>T5</source>
        <translation>T5</translation>
    </message>
    <message>
        <source>Relative positions in buckets, scores not scaled, RMS norm. Raffel et al. 2020.</source>
        <translation>バケットによる相対位置、スケーリングなし、RMS 正規化。Raffel et al. 2020。</translation>
    </message>
    <message>
        <source>BART</source>
        <translation>BART</translation>
    </message>
    <message>
        <source>A table of positions for each side, norms behind the embeddings. Lewis et al. 2019.</source>
        <translation>位置の表はそれぞれに、埋め込みの後に正規化。Lewis et al. 2019。</translation>
    </message>
    <message>
        <source>Marian</source>
        <translation>Marian</translation>
    </message>
    <message>
        <source>All sines before all cosines, SiLU, a bias of the logits. Junczys-Dowmunt et al. 2018.</source>
        <translation>正弦をすべて余弦の前に、SiLU、ロジットのバイアス。Junczys-Dowmunt et al. 2018。</translation>
    </message>
    <message>
        <source>Decoder-only (post-norm, own W_U)</source>
        <translation>デコーダのみ（post-norm、独自の W_U）</translation>
    </message>
</context>
<context>
    <name>Proof</name>
    <message>
        <source>recomputing …</source>
        <translation>再計算中…</translation>
    </message>
    <message>
        <source>Computed again as soon as nothing else is to be done</source>
        <translation>ほかにすることがなくなりしだい再計算します</translation>
    </message>
    <message>
        <source>sample: {cells} of {total} cells recomputed, largest difference {largest}</source>
        <translation>標本: {total} セルのうち {cells} セルを再計算、最大の差 {largest}</translation>
    </message>
    <message>
        <source>{cells} of {total} cells recomputed, off by {largest}</source>
        <translation>{total} のうち {cells} セルを再計算、差 {largest}</translation>
    </message>
    <message>
        <source>1 cell recomputed, difference {largest}</source>
        <translation>1 セルを再計算、差 {largest}</translation>
    </message>
    <message>
        <source>1 cell recomputed, off by {largest}</source>
        <translation>1 セルを再計算、差 {largest}</translation>
    </message>
    <message>
        <source>{cells} cells recomputed, largest difference {largest}</source>
        <translation>{cells} セルを再計算、最大の差 {largest}</translation>
    </message>
    <message>
        <source>{cells} cells recomputed, off by {largest}</source>
        <translation>{cells} セルを再計算、差 {largest}</translation>
    </message>
    <message>
        <source>Every number of this step was computed again from the arithmetic that Explain shows. It holds up to {tolerance} · max(1, |number|).</source>
        <translation>このステップのすべての数を「説明」に示す式から計算し直しました。{tolerance} · max(1, |数|) の範囲で一致しています。</translation>
    </message>
    <message>
        <source>Of a matrix with more than {limit} cells only {sample} are taken, always the same: they follow from the seed of the document. The command “verify” computes them all.</source>
        <translation>{limit} セルを超える行列からは {sample} セルだけを取ります。文書のシードから決まるので、いつも同じセルです。コマンド verify はすべてを計算します。</translation>
    </message>
    <message>
        <source>{place} is not what its arithmetic says</source>
        <translation>{place} が式と合いません</translation>
    </message>
    <message>
        <source>{place} fails</source>
        <translation>{place} が不一致</translation>
    </message>
    <message>
        <source>{place} is {computed}, and computed again from its arithmetic it is {recomputed}. Cells that fail: {count} of {cells}. Click to go there.</source>
        <translation>{place} は {computed} ですが、式から計算し直すと {recomputed} です。{cells} セルのうち {count} セルが合いません。クリックするとそこへ移ります。</translation>
    </message>
    <message>
        <source>Told to hold up to {tolerance} · max(1, |number|).</source>
        <translation>{tolerance} · max(1, |数|) までの差は成り立つとみなします。</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>ドライブ</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>場所(&amp;L):</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>ファイルの種類(&amp;T):</translation>
    </message>
</context>
<context>
    <name>RailLink</name>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>{layer} · {part}</source>
        <translation>{layer} · {part}</translation>
    </message>
</context>
<context>
    <name>RangeStatistics</name>
    <message>
        <source>range</source>
        <translation>範囲</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 セル</translation>
    </message>
    <message>
        <source>{shape} cells</source>
        <translation>{shape} セル</translation>
    </message>
</context>
<context>
    <name>RecoveryDialog</name>
    <message>
        <source>Unsaved work</source>
        <translation>保存されていない文書</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>破棄…</translation>
    </message>
    <message>
        <source>Keep for later</source>
        <translation>後で決める</translation>
    </message>
    <message>
        <source>The program ended before this was saved. What you open here is a new document; the file it came from stays as it is until you save over it.</source>
        <translation>保存する前にプログラムが終了しました。ここから開くと新しい文書になります。元のファイルは、上書き保存するまでそのまま残ります。</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文書</translation>
    </message>
    <message>
        <source>Came from</source>
        <translation>元のファイル</translation>
    </message>
    <message>
        <source>Kept at</source>
        <translation>控えの日時</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>編集数</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>無題</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>破損</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>Discard “{name}”?</source>
        <translation>「{name}」を破棄しますか？</translation>
    </message>
    <message>
        <source>Discard {count} documents?</source>
        <translation>{count} 件の文書を破棄しますか？</translation>
    </message>
    <message>
        <source>Nothing brings it back.</source>
        <translation>元に戻せません。</translation>
    </message>
</context>
<context>
    <name>Ripple</name>
    <message>
        <source>{count} of {total}</source>
        <translation>{count}/{total}</translation>
    </message>
    <message>
        <source>1 of 1 cell changed</source>
        <translation>1 セル中 1 セルが変化</translation>
    </message>
    <message>
        <source>{count} of {total} cells changed</source>
        <translation>{total} セル中 {count} セルが変化</translation>
    </message>
    <message>
        <source>So many of its cells have another number than before the last edit.</source>
        <translation>直前の編集で数が変わったセルの個数です。</translation>
    </message>
    <message>
        <source>Scores are made of all pairs of words: also those change that the mask hides next.</source>
        <translation>スコアはすべての語の組から作られるので、次にマスクで隠れるものも変わります。</translation>
    </message>
    <message>
        <source>Under the causal mask an edited word changes no row before its own.</source>
        <translation>因果マスクのもとでは、語を変えても、それより前の行は変わりません。</translation>
    </message>
</context>
<context>
    <name>RowMenu</name>
    <message>
        <source>{part}: on</source>
        <translation>{part}: オン</translation>
    </message>
</context>
<context>
    <name>ScrubHandle</name>
    <message>
        <source>Drag up or down: the number follows. Shift: finer. Also Alt with ↑ ↓ or the wheel</source>
        <translation>上下にドラッグすると数が変わります。Shift で細かく。Alt と ↑ ↓ またはホイールでもできます</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>What</source>
        <translation>すること</translation>
    </message>
    <message>
        <source>On the stage</source>
        <translation>ステージで</translation>
    </message>
    <message>
        <source>In the grid</source>
        <translation>表で</translation>
    </message>
    <message>
        <source>Back, forward</source>
        <translation>戻る、進む</translation>
    </message>
    <message>
        <source>Type into a cell that can be edited</source>
        <translation>編集できるセルに入力する</translation>
    </message>
    <message>
        <source>F2, Enter, double click</source>
        <translation>F2、Enter、ダブルクリック</translation>
    </message>
    <message>
        <source>Change a number step by step</source>
        <translation>数を少しずつ変える</translation>
    </message>
    <message>
        <source>Alt+↑, Alt+↓, Alt+wheel, drag the handle</source>
        <translation>Alt+↑、Alt+↓、Alt+ホイール、つまみのドラッグ</translation>
    </message>
    <message>
        <source>Type over, type into</source>
        <translation>上書き入力、途中から入力</translation>
    </message>
    <message>
        <source>any key, F2</source>
        <translation>文字キー、F2</translation>
    </message>
    <message>
        <source>Next cell below, at the right</source>
        <translation>下のセルへ、右のセルへ</translation>
    </message>
    <message>
        <source>Copy, paste a block</source>
        <translation>範囲のコピー、貼り付け</translation>
    </message>
    <message>
        <source>Set to 0</source>
        <translation>0 にする</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>Causal mask: nobody sees a later word</source>
        <translation>因果マスク: どの語も後の語を見ない</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>Positions: where a word stands is added to what it is</source>
        <translation>位置: 語の埋め込みに位置を足す</translation>
    </message>
    <message>
        <source>Positions: where words stand acts on queries and keys or on scores</source>
        <translation>位置: 語の位置がクエリとキー、またはスコアに働きます</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>{part}: without it, what came in is not added to what the part made of it</source>
        <translation>{part}: オフにすると、入ってきたものを部品の出力に足しません</translation>
    </message>
    <message>
        <source>{part}: without it, the numbers are passed on as they are</source>
        <translation>{part}: オフにすると、数をそのまま渡します</translation>
    </message>
    <message>
        <source>{part}: without it, what came in is passed on, and its numbers stay</source>
        <translation>{part}: オフにすると、入ってきたものをそのまま渡します（パラメータは残ります）</translation>
    </message>
    <message>
        <source>{tip}, in the queries before the product</source>
        <translation>{tip} (積のまえにクエリで)</translation>
    </message>
    <message>
        <source>Scores are multiplied by your own factor</source>
        <translation>スコアに、自分で決めた係数を掛ける</translation>
    </message>
    <message>
        <source>Scores are divided by the root of {size}: a mistake, d_k belongs there</source>
        <translation>スコアを {size} の平方根で割っています。これは誤りで、そこには d_k が入ります</translation>
    </message>
    <message>
        <source>Scores are divided by the root of d_k</source>
        <translation>スコアを d_k の平方根で割る</translation>
    </message>
    <message>
        <source>head {number} of {count}</source>
        <translation>ヘッド {number}／{count}</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 トークン</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} トークン</translation>
    </message>
    <message>
        <source>1 query</source>
        <translation>1 クエリ</translation>
    </message>
    <message>
        <source>{count} queries</source>
        <translation>{count} クエリ</translation>
    </message>
    <message>
        <source>1 key</source>
        <translation>1 キー</translation>
    </message>
    <message>
        <source>{count} keys</source>
        <translation>{count} キー</translation>
    </message>
    <message>
        <source>1 head</source>
        <translation>1 ヘッド</translation>
    </message>
    <message>
        <source>keys and values from memory</source>
        <translation>キーとバリューは memory から</translation>
    </message>
    <message>
        <source>keys and values from the decoder itself, a mistake</source>
        <translation>キーとバリューはデコーダ自身から（誤り）</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>ヘッド {number}</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>全ヘッド</translation>
    </message>
    <message>
        <source>typed in</source>
        <translation>入力値</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>パラメータ</translation>
    </message>
    <message>
        <source>click or Space</source>
        <translation>クリックか Space キー</translation>
    </message>
    <message>
        <source>masked: later words</source>
        <translation>マスク: 後の語</translation>
    </message>
    <message>
        <source>masked: padding</source>
        <translation>マスク: パディング</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>each row adds to 1</source>
        <translation>各行の和は 1</translation>
    </message>
    <message>
        <source>{number} if the weights are rounded first</source>
        <translation>先に重みを丸めると {number}</translation>
    </message>
    <message>
        <source>“{word}” may look nowhere: its weights are 0</source>
        <translation>「{word}」は何も見られない: 重みは 0</translation>
    </message>
    <message>
        <source>off: passed on unchanged</source>
        <translation>オフ: そのまま渡す</translation>
    </message>
    <message>
        <source>not in this model: passed on unchanged</source>
        <translation>このモデルにはない: そのまま渡す</translation>
    </message>
    <message>
        <source>off: everybody may look at everything</source>
        <translation>オフ: すべての語がすべてを見てよい</translation>
    </message>
    <message>
        <source>one head: there is nothing to join</source>
        <translation>ヘッドは 1 つ: 結合するものはない</translation>
    </message>
    <message>
        <source>no positions: nothing is added</source>
        <translation>位置なし: 何も足さない</translation>
    </message>
    <message>
        <source>{shown} of {all} rows</source>
        <translation>{all} 行中 {shown} 行</translation>
    </message>
    <message>
        <source>e to the power (score − max)</source>
        <translation>e の（スコア − max）乗</translation>
    </message>
    <message>
        <source>e to the power (score − max) / T</source>
        <translation>e の（スコア − max）/ T 乗</translation>
    </message>
    <message>
        <source>= exp / sum</source>
        <translation>= exp / sum</translation>
    </message>
    <message>
        <source>This step could not be computed. {reason}</source>
        <translation>このステップは計算できませんでした。{reason}</translation>
    </message>
    <message>
        <source>This step was not reached: “{title}” before it could not be computed.</source>
        <translation>このステップには届きませんでした。その前の「{title}」が計算できなかったためです。</translation>
    </message>
    <message>
        <source>There are no words yet. Type some in the strip above.</source>
        <translation>まだ語がありません。上の帯に入力してください。</translation>
    </message>
    <message>
        <source>Pair {pair}, columns {first} and {second}: turned by θ = position · base^(−2i/d) = {position} · {base}^(−{twice}/{columns}) = {angle} radians, {degrees}°, from ({before}) to ({after})</source>
        <translation>組 {pair} (列 {first} と列 {second}): θ = 位置 · 底^(−2i/d) = {position} · {base}^(−{twice}/{columns}) = {angle} ラジアン ({degrees}°) の回転、({before}) から ({after}) へ</translation>
    </message>
</context>
<context>
    <name>StageBand</name>
    <message>
        <source>Which heads read which</source>
        <translation>どのヘッドがどれを読むか</translation>
    </message>
    <message>
        <source>How pairs of columns are turned</source>
        <translation>列の組の回転</translation>
    </message>
</context>
<context>
    <name>StageCanvas</name>
    <message>
        <source>row {number}</source>
        <translation>{number} 行目</translation>
    </message>
    <message>
        <source>column {number}</source>
        <translation>{number} 列目</translation>
    </message>
    <message>
        <source>row {number} of {count}</source>
        <translation>{count} 行中 {number} 行目</translation>
    </message>
    <message>
        <source>column {number} of {count}</source>
        <translation>{count} 列中 {number} 列目</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>マスク</translation>
    </message>
    <message>
        <source>{axis} (row)</source>
        <translation>{axis}（行）</translation>
    </message>
    <message>
        <source>{axis} (column)</source>
        <translation>{axis}（列）</translation>
    </message>
    <message>
        <source>Kept until you change it · Esc brings back {value}</source>
        <translation>直すまで残ります · Esc で {value} に戻ります</translation>
    </message>
    <message>
        <source>This cell is computed: F2 or a double click goes to where it comes from.</source>
        <translation>このセルは計算値です。F2 かダブルクリックで、もとの数へ移ります。</translation>
    </message>
    <message>
        <source>1 decimal</source>
        <translation>小数 1 桁</translation>
    </message>
    <message>
        <source>{count} decimals</source>
        <translation>小数 {count} 桁</translation>
    </message>
    <message>
        <source>product</source>
        <translation>積</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>和</translation>
    </message>
</context>
<context>
    <name>StageEditor</name>
    <message>
        <source>Computed from {names}: change one of them.</source>
        <translation>{names} から計算されます。そのどれかを変えてください。</translation>
    </message>
</context>
<context>
    <name>StagePanel</name>
    <message>
        <source>Stage: the matrices of the current step</source>
        <translation>ステージ: 現在のステップの行列</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>head</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>drag me</source>
        <translation>ここをドラッグ</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Only the pinned run has this cell.</source>
        <translation>このセルはピン留めした計算にしかありません。</translation>
    </message>
</context>
<context>
    <name>StartPanel</name>
    <message>
        <source>Start with</source>
        <translation>はじめに</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新規</translation>
    </message>
    <message>
        <source>Close this strip; the examples stay in the File menu</source>
        <translation>この帯を閉じる（例はファイルメニューに残ります）</translation>
    </message>
    <message>
        <source>a few numbers typed in, everything else computed</source>
        <translation>入力した数はわずか、ほかはすべて計算</translation>
    </message>
    <message>
        <source>built by hand: replace “tired” by “wide” and see what “it” looks at</source>
        <translation>手作りの重み: tired を wide に変えると it はどこを見るか</translation>
    </message>
    <message>
        <source>built by hand: what came after A last time comes again</source>
        <translation>手作りの重み: 前に A の次に来たものがまた来る</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>sum {sum} · mean {mean} · min {smallest} · max {largest}</source>
        <translation>和 {sum} · 平均 {mean} · 最小 {smallest} · 最大 {largest}</translation>
    </message>
    <message>
        <source>each row adds up to 1</source>
        <translation>各行の和は 1</translation>
    </message>
    <message>
        <source>conventions: {conventions}</source>
        <translation>規約: {conventions}</translation>
    </message>
</context>
<context>
    <name>StepsPanel</name>
    <message>
        <source>Steps by layer and part</source>
        <translation>層と部品ごとのステップ</translation>
    </message>
</context>
<context>
    <name>StopMenu</name>
    <message>
        <source>Stop &amp;here when playing</source>
        <translation>再生をここで止める(&amp;H)</translation>
    </message>
</context>
<context>
    <name>TemperatureField</name>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Logits are divided by it: below 1 the likeliest word wins, above 1 all become alike.</source>
        <translation>ロジットをこの値で割ります。1 より小さいと最も確率の高い語に集中し、1 より大きいと均等に近づきます。</translation>
    </message>
</context>
<context>
    <name>TextCommands</name>
    <message>
        <source>Each word has its row of numbers: write over it. A new token brings its word with it.</source>
        <translation>どの語にも数値の行があります。上書きしてください。新しい語はトークンとして加えると入ります。</translation>
    </message>
    <message>
        <source>&amp;Edit cell</source>
        <translation>セルを編集(&amp;E)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>切り取り(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>コピー(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>貼り付け(&amp;P)</translation>
    </message>
    <message>
        <source>E&amp;mpty</source>
        <translation>空にする(&amp;M)</translation>
    </message>
    <message>
        <source>Fill &amp;down</source>
        <translation>下へコピー(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Insert token</source>
        <translation>トークンを挿入(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Remove tokens</source>
        <translation>トークンを削除(&amp;R)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上へ移動(&amp;U)</translation>
    </message>
    <message>
        <source>Move dow&amp;n</source>
        <translation>下へ移動(&amp;N)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>すべて選択(&amp;A)</translation>
    </message>
</context>
<context>
    <name>TokenStrip</name>
    <message>
        <source>Sentence: {name}</source>
        <translation>文: {name}</translation>
    </message>
    <message>
        <source>type a sentence ▸</source>
        <translation>文を入力 ▸</translation>
    </message>
    <message>
        <source>Replace all tokens by those of a sentence</source>
        <translation>すべてのトークンを文のトークンで置き換える</translation>
    </message>
</context>
<context>
    <name>Tokens</name>
    <message>
        <source>Words: cut at spaces.</source>
        <translation>語: 空白で区切ります。</translation>
    </message>
    <message>
        <source>Characters: the text has no spaces. A | or a space cuts elsewhere.</source>
        <translation>文字: 空白のないテキストです。| か空白を入れると、そこで区切ります。</translation>
    </message>
    <message>
        <source>Cut at | and at spaces.</source>
        <translation>| と空白で区切ります。</translation>
    </message>
</context>
<context>
    <name>TokensPanel</name>
    <message>
        <source>Tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>クエリ</translation>
    </message>
    <message>
        <source>Keys, values</source>
        <translation>キー、バリュー</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>ターゲット</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>ソース</translation>
    </message>
</context>
<context>
    <name>ToolBar</name>
    <message>
        <source>Tool bar</source>
        <translation>ツールバー</translation>
    </message>
    <message>
        <source>decimals</source>
        <translation>小数桁</translation>
    </message>
    <message>
        <source>Digits behind the point, here and in the grid</source>
        <translation>小数点の後の桁数（ここと表で）</translation>
    </message>
    <message>
        <source>Size of the content; press for 100 %</source>
        <translation>内容の大きさ。押すと 100 %</translation>
    </message>
    <message>
        <source>{zoom} %</source>
        <translation>{zoom} %</translation>
    </message>
</context>
<context>
    <name>Weights</name>
    <message>
        <source>not a name of this program or of PyTorch&apos;s attention and layers</source>
        <translation>このプログラムの名前でも PyTorch の注意や層の名前でもありません</translation>
    </message>
    <message>
        <source>extra keys (add_bias_kv) are not among the options</source>
        <translation>追加のキー (add_bias_kv) は選べる設定にありません</translation>
    </message>
    <message>
        <source>it should hold the maps of q, k and v behind each other: {shape}</source>
        <translation>q、k、v の写像が順に並んでいるはずです: {shape}</translation>
    </message>
    <message>
        <source>{name} is already taken from {other}</source>
        <translation>{name} はすでに {other} から取られています</translation>
    </message>
    <message>
        <source>nothing tells which of the attentions of the model it is</source>
        <translation>モデルのどの注意のものか分かりません</translation>
    </message>
    <message>
        <source>is taken</source>
        <translation>読み込みます</translation>
    </message>
    <message>
        <source>is taken, rows as columns</source>
        <translation>行を列にして読み込みます</translation>
    </message>
    <message>
        <source>is taken: rows {first} to {last}, as columns</source>
        <translation>{first} 行から {last} 行を列にして読み込みます</translation>
    </message>
    <message>
        <source>is taken: entries {first} to {last}</source>
        <translation>{first} 番から {last} 番を読み込みます</translation>
    </message>
    <message>
        <source>the model needs {needed} and would get {given}</source>
        <translation>モデルに必要なのは {needed} で、これは {given} になります</translation>
    </message>
    <message>
        <source>the model has no {name}</source>
        <translation>モデルに {name} はありません</translation>
    </message>
    <message>
        <source>is not in the file, and stays as it is</source>
        <translation>ファイルにないので、そのままです</translation>
    </message>
    <message>
        <source>is not in the file, and starts as in a new document</source>
        <translation>ファイルにないので、新しい文書と同じ値で始まります</translation>
    </message>
</context>
<context>
    <name>WeightsTable</name>
    <message>
        <source>In the model</source>
        <translation>モデルの中</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>ファイルの中</translation>
    </message>
    <message>
        <source>What becomes of it</source>
        <translation>どうなるか</translation>
    </message>
</context>
<context>
    <name>WordModel</name>
    <message>
        <source>padding</source>
        <translation>パディング</translation>
    </message>
    <message>
        <source>no padding</source>
        <translation>パディングではない</translation>
    </message>
    <message>
        <source>word</source>
        <translation>語</translation>
    </message>
    <message>
        <source>token</source>
        <translation>トークン</translation>
    </message>
</context>
<context>
    <name>WordTables</name>
    <message>
        <source>Words</source>
        <translation>語</translation>
    </message>
    <message>
        <source>{count} words</source>
        <translation>{count} 語</translation>
    </message>
    <message>
        <source>1 word</source>
        <translation>1 語</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>トークン {count} 個</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>トークン 1 個</translation>
    </message>
</context>
</TS>

/** Plain drawings for tests, in the style of programs that many people use. */
export const PLAIN_DRAWINGS: Readonly<Record<string, string>> = {
  'a logo':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="icon"><path stroke="none" d="M0 0h24v24H0z"/><path d="M12 3l8 4.5v9L12 21l-8-4.5v-9L12 3M12 12l8-4.5"/><path d="M16 5.25a2 2 0 0 1-8 4.5a1 1 0 010 2"/></svg>',

  'a badge of shields.io':
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20" role="img" aria-label="license: MIT"><title>license: MIT</title><linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/></linearGradient><clipPath id="r"><rect width="90" height="20" rx="3" fill="#fff"/></clipPath><g clip-path="url(#r)"><rect width="51" height="20" fill="#555"/><rect x="51" width="39" height="20" fill="#97ca00"/><rect width="90" height="20" fill="url(#s)"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" text-rendering="geometricPrecision" font-size="110"><text aria-hidden="true" x="265" y="150" fill="#010101" fill-opacity=".3" transform="scale(.1)" textLength="410">license</text><text x="265" y="140" transform="scale(.1)" fill="#fff" textLength="410">license</text></g></svg>',

  'a plot of matplotlib': `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="460.8pt" height="345.6pt" viewBox="0 0 460.8 345.6" xmlns="http://www.w3.org/2000/svg" version="1.1">
 <metadata>
  <rdf:RDF xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cc="http://creativecommons.org/ns#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
   <cc:Work><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/><dc:title>Matplotlib</dc:title></cc:Work>
  </rdf:RDF>
 </metadata>
 <defs>
  <style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style>
 </defs>
 <g id="figure_1">
  <g id="patch_1"><path d="M 0 345.6
L 460.8 345.6
L 460.8 0
z
" style="fill: #ffffff"/></g>
  <g id="axes_1">
   <path d="M 73.8 307.5 L 73.8 41.4" clip-path="url(#p6d503e4f58)" style="fill: none; stroke-dasharray: 0.8,1.32; stroke-dashoffset: 0; stroke: #b0b0b0; stroke-width: 0.8"/>
   <defs><path id="m8c" d="M 0 0 L 0 3.5 " style="stroke: #000000; stroke-width: 0.8"/></defs>
   <g><use xlink:href="#m8c" x="73.8" y="307.5" style="stroke: #000000; stroke-width: 0.8"/></g>
   <g clip-path="url(#p6d503e4f58)">${'<use xlink:href="#m8c" x="73.8" y="3.5" style="fill: #1f77b4; fill-opacity: 0.5; stroke-opacity: 0.5"/>'.repeat(500)}</g>
   <g transform="translate(70.6 322.1) scale(0.1 -0.1)">
    <defs><path id="DejaVuSans-30" d="M 2034 4250 Q 1547 4250 1301 3770 T 1056 2328 C 1 2 3 4 5 6 z " transform="scale(0.015625)"/></defs>
    <use xlink:href="#DejaVuSans-30"/>
   </g>
  </g>
 </g>
 <defs><clipPath id="p6d503e4f58"><rect x="57.6" y="41.4" width="357.1" height="266.1"/></clipPath></defs>
</svg>`,

  'a drawing of Inkscape': `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg5" inkscape:version="1.2" sodipodi:docname="a.svg" xml:space="preserve"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.7"><inkscape:grid type="xygrid" id="grid9"/></sodipodi:namedview>
  <defs id="defs2"><linearGradient inkscape:collect="always" id="lg1"><stop style="stop-color:#000000;stop-opacity:1;" offset="0" id="stop1"/></linearGradient><linearGradient xlink:href="#lg1" id="lg2" gradientUnits="userSpaceOnUse" x1="1" y1="2" x2="3" y2="4" xmlns:xlink="http://www.w3.org/1999/xlink"/></defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" style="display:inline;opacity:0.8">
    <path style="fill:url(#lg2);fill-rule:evenodd;stroke:#000000;stroke-width:0.264583px;stroke-linecap:butt;stroke-miterlimit:4;stroke-dasharray:none;marker:none;filter:none;mix-blend-mode:normal;-inkscape-stroke:none" d="m 20,30 c 1.5,-2 3e1,4.5 .5,-6 l 3,4 z" id="path1" sodipodi:nodetypes="ccc" transform="matrix(0.5,0,0,-0.5,10,20) rotate(45)"/>
    <text xml:space="preserve" style="font-size:10.5833px;line-height:1.25;font-family:sans-serif;-inkscape-font-specification:'sans-serif, Normal';letter-spacing:0px;word-spacing:0px" x="50" y="60" id="text1"><tspan sodipodi:role="line" id="tspan1" style="stroke-width:0.264583" x="50" y="60">Hello &amp; you</tspan></text>
  </g>
</svg>`,

  'a diagram of draw.io': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" style="background-color: rgb(255, 255, 255);" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="221px" height="61px" viewBox="-0.5 -0.5 221 61" content="&lt;mxfile host=&quot;app.diagrams.net&quot;&gt;${'7VhLc9sgEP41PqYjCUm2j43z6KGd6dSH1kciYYsGgQYhP/LrCwJZQrLdpHHS'.repeat(200)}&lt;/mxfile&gt;"><defs/><g><rect x="0" y="0" width="120" height="60" rx="9" ry="9" fill="rgb(255, 255, 255)" stroke="rgb(0, 0, 0)" pointer-events="all"/><path d="M 120 30 L 150 30 L 213.63 30" fill="none" stroke="rgb(0, 0, 0)" stroke-miterlimit="10" stroke-dasharray="3 3" pointer-events="stroke"/><g fill="rgb(0, 0, 0)" font-family="Helvetica" text-anchor="middle" font-size="12px"><text x="59.5" y="34.5">Encoder</text></g></g></svg>`,

  'a graph of Graphviz': `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
 "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Generated by graphviz -->
<svg width="62pt" height="116pt" viewBox="0.00 0.00 62.00 116.00" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><g id="graph0" class="graph" transform="scale(1 1) rotate(0) translate(4 112)"><title>G</title><polygon fill="white" stroke="transparent" points="-4,4 -4,-112 58,-112 58,4 -4,4"/><g id="node1" class="node"><ellipse fill="none" stroke="black" cx="27" cy="-90" rx="27" ry="18"/><text text-anchor="middle" x="27" y="-86.3" font-family="Times,serif" font-size="14.00">a</text></g><a xlink:href="https://example.com/"><path fill="none" stroke="black" d="M27,-71.7C27,-63.98 27,-54.71 27,-46.11"/></a></g></svg>`,

  'a drawing of Illustrator': `<?xml version="1.0" encoding="utf-8"?>
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" x="0px" y="0px" viewBox="0 0 512 512" style="enable-background:new 0 0 512 512;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#FFD43B;}
	.st1{fill:none;stroke:#306998;stroke-width:2;stroke-miterlimit:10;}
	.st0, .st2{opacity:0.6;}
</style>
<g><polygon class="st0" points="10,10 20.5,30 -5-5 "/><polyline class="st1 st2" points="1 2 3 4"/><line class="st1" x1="0" y1="50%" x2="9" y2="9"/></g>
</svg>`,

  'icons of one sprite':
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><symbol id="i" viewBox="0 0 24 24"><path d="M3 3h18v18H3z"/></symbol><use href="#i" width="24" height="24"/><use href="#i" x="30" width="24" height="24" fill="hsl(120, 50%, 40%)"/></svg>',

  'notes and CDATA':
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><?xpacket begin="a"?><style><![CDATA[/* colors */ rect { fill: #fff }]]></style><desc>a &lt; b &#x41;</desc><rect/></svg>',
};

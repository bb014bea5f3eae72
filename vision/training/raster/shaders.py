"""The shaders of the renderer, in GLSL 3.30 (what Mesa's software renderer runs fast)."""

from __future__ import annotations

from typing import Final

LIGHTS: Final = 6
"""How many points of light a scene has at most; a lamp or window of some size is two or three of them."""

VERTEX: Final = """
#version 330
uniform mat4 seen;
uniform mat4 moved;
in vec3 position;
in vec3 normal;
in vec2 uv;
out vec3 place;
out vec3 facing;
out vec2 at;
void main() {
    vec4 world = moved * vec4(position, 1.0);
    place = world.xyz;
    facing = mat3(moved) * normal;
    at = uv;
    gl_Position = seen * world;
}
"""

SURFACE: Final = """
#version 330
#define LIGHTS 6
uniform sampler2D paint;
uniform sampler2D heights;      // of the scene from above, blurred: what stands close by takes light away
uniform sampler2DShadow shadows;  // one tile a light, three a row
uniform mat4 lit[LIGHTS];
uniform vec4 lamp[LIGHTS];      // place; w = 1 for a lamp, 0 for the sun (place is then its direction)
uniform vec3 power[LIGHTS];
uniform int lamps;
uniform vec4 pane;              // the sun shines through a window: half width, half height, bar, its middle's shift
uniform mat4 sun;
uniform vec3 sky;
uniform vec3 ground;
uniform vec3 eye;
uniform vec4 around;            // the part of the board that the heights cover: x0, y0, width, height
uniform vec3 tint;
uniform float rough;
uniform float metal;
uniform float glow;             // light that goes through the thing
uniform float relief;           // how much the paint's lightness is felt as height
uniform float soft;
in vec3 place;
in vec3 facing;
in vec2 at;
out vec4 colour;

float shine(vec3 half_way, vec3 n, float a) {
    float c = max(dot(n, half_way), 0.0);
    float d = c * c * (a * a - 1.0) + 1.0;
    return a * a / (3.1416 * d * d);
}

vec3 room(vec3 way) {  // what a glossy thing reflects: a lighter ceiling, a darker floor, two windows
    vec3 seen = mix(ground, sky, smoothstep(-0.4, 0.7, way.z));
    for (int k = 0; k < 2 && k < lamps; k++) {
        vec3 to = lamp[k].w > 0.5 ? normalize(lamp[k].xyz) : lamp[k].xyz;
        float near = dot(way, to);
        seen += power[k] * 0.5 * smoothstep(0.93, 0.97, near);
    }
    return seen;
}

void main() {
    vec4 texel = texture(paint, at);
    vec3 base = texel.rgb * texel.rgb * (0.3 + 0.7 * texel.rgb) * tint;  // sRGB to linear, nearly
    vec3 n = normalize(facing);
    vec3 to_eye = normalize(eye - place);
    if (dot(n, to_eye) < 0.0) n = -n;
    if (relief > 0.0) {
        float h = dot(texel.rgb, vec3(0.33));
        vec3 px = dFdx(place), py = dFdy(place);
        vec3 slope = cross(py, n) * dFdx(h) + cross(n, px) * dFdy(h);
        float area = dot(px, cross(py, n));
        n = normalize(n - relief * clamp(slope / max(abs(area), 1e-4), -2.0, 2.0) * sign(area) + vec3(0.0, 0.0, 1e-5));
    }
    float a = max(rough * rough, 0.02);
    vec3 f0 = mix(vec3(0.04), base, metal);
    vec2 above = (place.xy - around.xy) / around.zw;
    float hidden = 0.0;
    if (above.x > 0.0 && above.x < 1.0 && above.y > 0.0 && above.y < 1.0)
        hidden = clamp((texture(heights, above).r - place.z) * 0.45, 0.0, 0.6);
    float open = 1.0 - hidden;
    vec3 light = mix(ground, sky, 0.5 + 0.5 * n.z) * open;
    vec3 gloss = vec3(0.0);
    for (int k = 0; k < LIGHTS; k++) {
        if (k >= lamps) break;
        vec3 to = lamp[k].xyz - place * lamp[k].w;
        float far = lamp[k].w > 0.5 ? dot(lamp[k].xyz, lamp[k].xyz) / dot(to, to) : 1.0;
        to = normalize(to);
        float c = dot(n, to);
        float through = glow * 0.5 * (0.6 + 0.4 * c);
        float lit_by = max(c, 0.0) * (1.0 - glow * 0.5) + max(through, 0.0);
        if (lit_by <= 0.0) continue;
        vec4 s = lit[k] * vec4(place + n * 0.05, 1.0);
        s.xyz = s.xyz / s.w * 0.5 + 0.5;
        float clear = 1.0;
        if (s.x > 0.0 && s.x < 1.0 && s.y > 0.0 && s.y < 1.0 && s.z < 1.0) {
            s.z -= 0.0012;
            float turn = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) * 6.283;
            vec2 step = soft * vec2(cos(turn), sin(turn));
            vec2 tile = vec2(float(k % 3), float(k / 3));
            vec2 a1 = clamp(s.xy + step, 0.002, 0.998), a2 = clamp(s.xy - step, 0.002, 0.998);
            clear = 0.5 * texture(shadows, vec3((tile + a1) / vec2(3.0, 2.0), s.z))
                  + 0.5 * texture(shadows, vec3((tile + a2) / vec2(3.0, 2.0), s.z));
        }
        if (lamp[k].w < 0.5 && pane.x > 0.0) {
            vec2 w = (sun * vec4(place, 1.0)).xy;
            w += vec2(pane.w);
            float in_pane = smoothstep(0.6, -0.6, abs(w.x) - pane.x) * smoothstep(0.6, -0.6, abs(w.y) - pane.y);
            in_pane *= smoothstep(pane.z - 0.4, pane.z + 0.4, abs(w.x)) ;
            clear *= in_pane;
        }
        light += power[k] * far * lit_by * clear;
        vec3 half_way = normalize(to + to_eye);
        vec3 fresnel = f0 + (1.0 - f0) * pow(clamp(1.0 - dot(half_way, to_eye), 0.0, 1.0), 5.0);
        gloss += power[k] * far * max(c, 0.0) * clear * fresnel * min(shine(half_way, n, a) * 0.25, 6.0);
    }
    vec3 mirrored = reflect(-to_eye, n);
    vec3 fresnel = f0 + (max(vec3(1.0 - rough), f0) - f0) * pow(clamp(1.0 - dot(n, to_eye), 0.0, 1.0), 5.0);
    gloss += room(mirrored) * fresnel * (1.0 - rough) * open;
    colour = vec4(base * (1.0 - metal) * light + gloss, 1.0);
}
"""

DEPTH: Final = """
#version 330
void main() {}
"""

LABEL: Final = """
#version 330
uniform float label;
out float mark;
void main() { mark = label / 255.0; }
"""

HEIGHT: Final = """
#version 330
in vec3 place;
out float height;
void main() { height = place.z; }
"""

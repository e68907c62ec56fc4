/* A table of each kind, one after the other; the header collects which entry each of them found. */
#include <core.p4>
#include <v1model.p4>

header h_t {
    bit<8>   a;
    bit<12>  b;
    bit<4>   c;
    bit<32>  d;
    bit<128> e;
    bit<8>   set_hit;
    bit<8>   exact_found;
    bit<8>   ternary_found;
    bit<8>   lpm_found;
    bit<8>   range_found;
    bit<8>   optional_found;
    bit<8>   wide_found;
    bit<8>   const_found;
}
header pair_t { bit<8> x; bit<12> y; bit<4> z; }
struct headers_t { pair_t pair; h_t h; }
struct meta_t { }
struct known_t { bit<8> x; bit<12> y; }

parser p(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    value_set<known_t>(8) known;
    state start {
        packet.extract(hdr.pair);
        transition select(hdr.pair.x, hdr.pair.y) { known: marked; default: plain; }
    }
    state marked { packet.extract(hdr.h); hdr.h.set_hit = 1; transition accept; }
    state plain { packet.extract(hdr.h); transition accept; }
}
control verify_(inout headers_t hdr, inout meta_t meta) { apply { } }
control ingress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    action exact_is(bit<8> n) { hdr.h.exact_found = n; }
    action ternary_is(bit<8> n) { hdr.h.ternary_found = n; }
    action lpm_is(bit<8> n) { hdr.h.lpm_found = n; }
    action range_is(bit<8> n) { hdr.h.range_found = n; }
    action optional_is(bit<8> n) { hdr.h.optional_found = n; }
    action wide_is(bit<8> n) { hdr.h.wide_found = n; }
    action const_is(bit<8> n) { hdr.h.const_found = n; }
    table exact_table { key = { hdr.h.a: exact; hdr.h.b: exact; } actions = { exact_is; NoAction; } }
    table ternary_table {
        key = { hdr.h.a: ternary; hdr.h.b: ternary; hdr.h.d: lpm; }
        actions = { ternary_is; NoAction; }
        default_action = ternary_is(99);
    }
    table lpm_table { key = { hdr.h.a: exact; hdr.h.d: lpm; } actions = { lpm_is; NoAction; } }
    table range_table { key = { hdr.h.b: range; hdr.h.a: exact; } actions = { range_is; NoAction; } }
    table optional_table {
        key = { hdr.h.a: optional; hdr.h.c: optional; } actions = { optional_is; NoAction; }
    }
    table wide_table { key = { hdr.h.e: lpm; } actions = { wide_is; NoAction; } }
    table const_table {
        key = { hdr.h.a: ternary; hdr.h.b: range; hdr.h.c: optional; }
        actions = { const_is; NoAction; }
        const default_action = NoAction();
        const entries = {
            (0x10 &&& 0xf0, 5 .. 9, 3): const_is(1);
            (0x10 &&& 0xf0, _, 3): const_is(2);
            (_, 5 .. 9, _): const_is(3);
        }
    }
    apply {
        sm.egress_spec = 1;
        exact_table.apply();
        ternary_table.apply();
        lpm_table.apply();
        range_table.apply();
        optional_table.apply();
        wide_table.apply();
        const_table.apply();
    }
}
control egress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) { apply { } }
control update(inout headers_t hdr, inout meta_t meta) { apply { } }
control deparser(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr.pair); packet.emit(hdr.h); } }
V1Switch(p(), verify_(), ingress(), egress(), update(), deparser()) main;

/* Stacks, unions, varbit, lookahead and parser errors. */
#include <core.p4>
#include <v1model.p4>

header base_t { bit<8> op; bit<8> count; }
header item_t { bit<8> value; }
header short_t { bit<8> tag; bit<16> value; }
header long_t { bit<8> tag; bit<32> value; }
header_union either_t { short_t s; long_t l; }
header options_t { bit<8> len; varbit<64> data; bit<8> tail; }
header report_t { bit<8> error_number; bit<8> last; bit<8> index; }
struct headers_t {
    report_t report; base_t base; item_t[4] items; either_t[2] either; options_t options; options_t copied;
}
header ahead_t { bit<4> first; bit<12> rest; }
struct meta_t { bit<8> left; }

parser p(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    state start {
        packet.extract(hdr.base);
        meta.left = hdr.base.count;
        transition select(hdr.base.op) {
            1: items; 2: items; 3: items; 4: unions; 5: options; 6: skip; 7: check; 8: ahead; 9: items;
            default: accept;
        }
    }
    state items {
        transition select(meta.left) { 0: accept; default: item; }
    }
    state item {
        packet.extract(hdr.items.next);
        meta.left = meta.left - 1;
        transition select(hdr.items.last.value) { 0xff: accept; default: items; }
    }
    state unions {
        transition select(packet.lookahead<bit<8>>()) { 1: short; 2: long; default: accept; }
    }
    state short { packet.extract(hdr.either.next.s); transition unions; }
    state long { packet.extract(hdr.either.next.l); transition unions; }
    state options {
        bit<8> len = packet.lookahead<bit<8>>();
        packet.extract(hdr.options, (bit<32>) len);
        transition accept;
    }
    state skip { packet.advance((bit<32>) hdr.base.count); transition options; }
    state check { verify(hdr.base.count == 7, error.HeaderTooShort); packet.extract(hdr.items.next); transition accept; }
    state ahead { transition select(packet.lookahead<ahead_t>().rest) { 0xabc: check; default: accept; } }
}
control verify_(inout headers_t hdr, inout meta_t meta) { apply { } }
control ingress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    apply {
        sm.egress_spec = 1;
        hdr.report.setValid();
        hdr.report.error_number = 0;
        if (sm.parser_error == error.PacketTooShort) { hdr.report.error_number = 1; }
        if (sm.parser_error == error.StackOutOfBounds) { hdr.report.error_number = 3; }
        if (sm.parser_error == error.HeaderTooShort) { hdr.report.error_number = 4; }
        if (sm.parser_error == error.ParserInvalidArgument) { hdr.report.error_number = 6; }
        hdr.report.last = 0;
        hdr.report.index = 0;
        if (hdr.base.op == 2) {
            hdr.items.push_front(2);
            hdr.items[0].setValid();
            hdr.items[0].value = 0xaa;
        } else if (hdr.base.op == 3) {
            hdr.items.pop_front(1);
        } else if (hdr.base.op == 9) {
            hdr.report.last = hdr.items[hdr.items[0].value & 3].value;
            hdr.items[hdr.items[0].value & 3].value = 0x77;
        } else if (hdr.base.op == 4) {
            if (hdr.either[0].s.isValid()) {
                hdr.either[1].l.setValid();
                hdr.either[1].l.tag = 2;
                hdr.either[1].l.value = (bit<32>) hdr.either[0].s.value;
            }
        } else if (hdr.base.op == 5) {
            hdr.copied = hdr.options;
        }
    }
}
control egress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) { apply { } }
control update(inout headers_t hdr, inout meta_t meta) { apply { } }
control deparser(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr); } }
V1Switch(p(), verify_(), ingress(), egress(), update(), deparser()) main;

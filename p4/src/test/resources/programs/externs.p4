/* One header whose op says which extern or operator to try; result holds what it gave. */
#include <core.p4>
#include <v1model.p4>

header op_t {
    bit<8>   op;
    bit<8>   arg;
    bit<16>  index;
    bit<64>  a;
    bit<64>  b;
    bit<64>  result;
    bit<128> wide;
    bit<128> wide_out;
}
struct headers_t { op_t h; }
struct kept_t { @field_list(1) bit<16> tag; bit<16> lost; }
struct meta_t { kept_t kept; bit<2> colour; }
struct learned_t { bit<16> index; bit<64> a; bit<128> wide; }

parser p(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    state start { packet.extract(hdr.h); transition accept; }
}
control verify_(inout headers_t hdr, inout meta_t meta) { apply { } }
control ingress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    register<bit<19>>(4) narrow_register;
    register<bit<128>>(4) wide_register;
    counter(4, CounterType.packets_and_bytes) counts;
    meter(4, MeterType.packets) packet_meter;
    direct_meter<bit<2>>(MeterType.bytes) byte_meter;

    action saturating() {
        hdr.h.result[7:0] = hdr.h.a[7:0] |+| hdr.h.b[7:0];
        hdr.h.result[15:8] = hdr.h.a[7:0] |-| hdr.h.b[7:0];
        hdr.h.result[23:16] = (bit<8>) ((int<8>) hdr.h.a[7:0] |+| (int<8>) hdr.h.b[7:0]);
        hdr.h.result[31:24] = (bit<8>) ((int<8>) hdr.h.a[7:0] |-| (int<8>) hdr.h.b[7:0]);
    }
    action signed_ops() {
        int<16> x = (int<16>) hdr.h.a[15:0];
        int<16> y = (int<16>) hdr.h.b[15:0];
        hdr.h.result[15:0] = (bit<16>) (x >> 4);
        hdr.h.result[31:16] = (bit<16>) (x * y);
        hdr.h.result[47:32] = (bit<16>) (-x);
        hdr.h.result[48:48] = (bit<1>) (x < y);
        hdr.h.result[63:56] = (bit<8>) hdr.h.a[7:0];
    }
    action long_ops() {
        hdr.h.result = hdr.h.a + hdr.h.b;
        hdr.h.wide_out[63:0] = hdr.h.a - hdr.h.b;
        hdr.h.wide_out[127:64] = hdr.h.a * hdr.h.b;
        if (hdr.h.a < hdr.h.b) { hdr.h.arg = 1; } else { hdr.h.arg = 2; }
    }
    action wide_ops() {
        hdr.h.wide_out = (hdr.h.wide + (bit<128>) hdr.h.a) << 3;
        if (hdr.h.wide > 0x10000000000000000) { hdr.h.result = (bit<64>) (hdr.h.wide >> 64); }
    }
    action hashes() {
        bit<16> h16; bit<32> h32; bit<16> xor; bit<64> id;
        hash(h16, HashAlgorithm.crc16, 16w0, { hdr.h.a }, 32w0x10000);
        hash(h32, HashAlgorithm.crc32, 32w0, { hdr.h.a }, 64w0x100000000);
        hash(xor, HashAlgorithm.xor16, 16w0, { hdr.h.a }, 32w0x10000);
        hash(id, HashAlgorithm.identity, 64w0, { hdr.h.b }, 64w0xffffffffffffffff);
        hdr.h.result = h16 ++ h32 ++ xor;
        hdr.h.wide_out = (bit<128>) id;
    }
    action draw() { random(hdr.h.result, hdr.h.a, hdr.h.b); }
    action colour_of(bit<8> tag) { hdr.h.arg = tag; byte_meter.read(meta.colour); }
    table metered {
        key = { hdr.h.index: exact; }
        actions = { colour_of; NoAction; }
        meters = byte_meter;
        default_action = NoAction();
        const entries = { 1: colour_of(7); }
    }
    apply {
        sm.egress_spec = 1;
        if (sm.instance_type != 0) {
            hdr.h.index = meta.kept.tag;
            hdr.h.arg = (bit<8>) sm.instance_type;
            hdr.h.result = (bit<64>) meta.kept.lost;
        } else if (hdr.h.op == 1) { saturating();
        } else if (hdr.h.op == 2) { signed_ops();
        } else if (hdr.h.op == 3) { long_ops();
        } else if (hdr.h.op == 4) { wide_ops();
        } else if (hdr.h.op == 5) { hashes();
        } else if (hdr.h.op == 6) { draw();
        } else if (hdr.h.op == 7) {
            bit<19> cell;
            narrow_register.read(cell, (bit<32>) hdr.h.index);
            hdr.h.result = (bit<64>) cell;
            narrow_register.write((bit<32>) hdr.h.index, (bit<19>) hdr.h.a);
        } else if (hdr.h.op == 8) {
            wide_register.read(hdr.h.wide_out, (bit<32>) hdr.h.index);
            wide_register.write((bit<32>) hdr.h.index, hdr.h.wide);
        } else if (hdr.h.op == 9) { counts.count((bit<32>) hdr.h.index);
        } else if (hdr.h.op == 10) { truncate((bit<32>) hdr.h.index);
        } else if (hdr.h.op == 11) {
            digest<learned_t>(1, { hdr.h.index, hdr.h.a, hdr.h.wide });
        } else if (hdr.h.op == 12) { log_msg("a={} b={} wide={}", { hdr.h.a, hdr.h.b, hdr.h.wide });
        } else if (hdr.h.op == 13) { assert(hdr.h.a == hdr.h.b);
        } else if (hdr.h.op == 14) {
            packet_meter.execute_meter((bit<32>) hdr.h.index, meta.colour);
            hdr.h.result = (bit<64>) meta.colour;
        } else if (hdr.h.op == 15) {
            metered.apply();
            hdr.h.result = (bit<64>) meta.colour;
        } else if (hdr.h.op >= 20) {
            meta.kept.tag = hdr.h.index;
            meta.kept.lost = hdr.h.index;
            if (hdr.h.op == 20) { resubmit_preserving_field_list(1); }
            if (hdr.h.op == 22) { clone_preserving_field_list(CloneType.I2E, 7, 1); hdr.h.a = 5; }
            if (hdr.h.op == 23) { sm.mcast_grp = 9; hdr.h.a = 5; }
        }
    }
}
control egress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    apply {
        if (sm.instance_type == 1 || sm.instance_type == 2) {
            hdr.h.index = meta.kept.tag;
            hdr.h.arg = (bit<8>) sm.instance_type;
            hdr.h.result = (bit<64>) meta.kept.lost;
        } else if (sm.instance_type == 5) {
            hdr.h.arg = (bit<8>) sm.egress_rid;
        } else if (hdr.h.op == 24) {
            clone_preserving_field_list(CloneType.E2E, 8, 1);
            hdr.h.a = 5;
        } else if (hdr.h.op == 21) {
            recirculate_preserving_field_list(1);
            hdr.h.a = 5;
        } else if (hdr.h.op == 25) {
            mark_to_drop(sm);
        } else if (hdr.h.op == 26) {
            hdr.h.result = (bit<64>) sm.packet_length;
        }
    }
}
control update(inout headers_t hdr, inout meta_t meta) { apply { } }
control deparser(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr.h); } }
V1Switch(p(), verify_(), ingress(), egress(), update(), deparser()) main;

/*
 * A program with one of everything that P4Runtime writes to: every match kind, direct and indirect
 * counters and meters, registers, an action profile, a selector, a value set, a digest, constant and
 * ageing tables. It forwards nothing of interest; the control plane is what is tested with it.
 *
 * Compiled with: p4c-bm2-ss --p4runtime-files everything.p4info.txtpb -o everything.json everything.p4
 */
#include <core.p4>
#include <v1model.p4>

header fields_t {
    bit<8>   a;
    bit<16>  b;
    bit<32>  c;
    bit<48>  d;
    bit<128> e;
    bit<9>   f;
    bit<7>   g;
}

struct headers_t {
    fields_t h;
}

struct learn_t {
    bit<8>  a;
    bit<16> b;
}

struct metadata_t {
    bit<2> colour;
    bit<8> value;
}

parser packet_parser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    value_set<bit<8>>(4) accepted;
    state start {
        packet.extract(hdr.h);
        transition select(hdr.h.a) {
            accepted: more;
            default: accept;
        }
    }
    state more {
        meta.value = 1;
        transition accept;
    }
}

control no_checksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control ingress(inout headers_t hdr, inout metadata_t meta,
                inout standard_metadata_t standard_metadata) {
    counter(8, CounterType.packets_and_bytes) packets;
    meter(4, MeterType.bytes) rates;
    register<bit<16>>(8) cells;
    register<int<12>>(4) signed_cells;
    register<bit<128>>(2) wide_cells;
    direct_counter(CounterType.packets_and_bytes) acl_hits;
    direct_meter<bit<2>>(MeterType.packets) acl_rates;
    @max_group_size(16) action_selector(HashAlgorithm.crc16, 32w24, 32w16) paths;
    action_profile(6) shared;

    action forward(bit<9> port, bit<48> mac) {
        standard_metadata.egress_spec = port;
        hdr.h.d = mac;
    }
    action drop() {
        mark_to_drop(standard_metadata);
    }
    action mark(bit<8> value) {
        meta.value = value;
    }
    action wide(bit<128> value, bit<1> one) {
        hdr.h.e = value;
        hdr.h.g[0:0] = one;
    }
    action acl_permit(bit<9> port) {
        acl_hits.count();
        acl_rates.read(meta.colour);
        standard_metadata.egress_spec = port;
    }
    action acl_deny() {
        acl_hits.count();
        acl_rates.read(meta.colour);
        mark_to_drop(standard_metadata);
    }

    table exact_pair {
        key = { hdr.h.a: exact; hdr.h.d: exact; }
        actions = { forward; drop; @defaultonly NoAction; }
        default_action = NoAction();
        size = 12;
    }
    table prefixes {
        key = { hdr.h.b: exact; hdr.h.c: lpm; }
        actions = { forward; mark; @tableonly drop; NoAction; }
        default_action = NoAction();
        size = 40;
    }
    table acl {
        key = { hdr.h.a: ternary; hdr.h.b: range; hdr.h.f: optional; hdr.h.c: lpm; }
        actions = { acl_permit; acl_deny; }
        default_action = acl_deny();
        counters = acl_hits;
        meters = acl_rates;
        size = 20;
    }
    table wide_key {
        key = { hdr.h.e: ternary; }
        actions = { wide; drop; NoAction; }
        default_action = NoAction();
        size = 10;
    }
    table keyless {
        actions = { mark; NoAction; }
        default_action = mark(7);
    }
    table constant {
        key = { hdr.h.a: exact; }
        actions = { mark; NoAction; }
        const default_action = NoAction();
        const entries = {
            1: mark(1);
            2: mark(2);
        }
    }
    table initial {
        key = { hdr.h.a: exact; }
        actions = { mark; NoAction; }
        default_action = NoAction();
        size = 8;
        entries = {
            3: mark(3);
            4: mark(4);
        }
    }
    table aged {
        key = { hdr.h.b: exact; }
        actions = { mark; drop; NoAction; }
        default_action = NoAction();
        support_timeout = true;
        size = 16;
    }
    table routes {
        key = { hdr.h.c: lpm; hdr.h.b: selector; }
        actions = { forward; drop; }
        implementation = paths;
        size = 16;
    }
    table through_profile {
        key = { hdr.h.g: exact; }
        actions = { forward; mark; }
        implementation = shared;
        size = 16;
    }

    apply {
        exact_pair.apply();
        prefixes.apply();
        acl.apply();
        wide_key.apply();
        keyless.apply();
        constant.apply();
        initial.apply();
        aged.apply();
        routes.apply();
        through_profile.apply();
        packets.count((bit<32>) hdr.h.a);
        rates.execute_meter((bit<32>) hdr.h.a, meta.colour);
        cells.write((bit<32>) hdr.h.a, hdr.h.b);
        signed_cells.write((bit<32>) hdr.h.a, (int<12>) hdr.h.b[11:0]);
        wide_cells.write((bit<32>) hdr.h.a, hdr.h.e);
        if (meta.value == 9) {
            digest<learn_t>(1, { hdr.h.a, hdr.h.b });
        }
    }
}

control egress(inout headers_t hdr, inout metadata_t meta,
               inout standard_metadata_t standard_metadata) {
    apply { }
}

control packet_deparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.h);
    }
}

V1Switch(packet_parser(), no_checksum(), ingress(), egress(), no_checksum(), packet_deparser()) main;

// What a switch does around a P4 program, one action each. A packet is an operation, its argument,
// a counter of passes and a payload. Compiled by
//   p4c-bm2-ss --arch v1model --p4runtime-files features.p4info.txtpb -o features.json features.p4
#include <core.p4>
#include <v1model.p4>

const bit<9> CPU_PORT = 255;

@controller_header("packet_in")
header packet_in_t {
    bit<9> ingress_port;
    bit<7> reason;
}

@controller_header("packet_out")
header packet_out_t {
    bit<9> egress_port;
    bit<7> unused;
}

header operation_t {
    bit<8>  code;
    bit<8>  argument;
    bit<8>  passes;
    bit<8>  instance;
    bit<8>  rid;
    bit<8>  qid;
}

struct headers_t {
    packet_in_t  packet_in;
    packet_out_t packet_out;
    operation_t  operation;
}

struct metadata_t {
    @field_list(1)
    bit<8> passes;
    @field_list(2)
    bit<8> label;
    bit<2> colour;
}

struct learned_t {
    bit<8> argument;
    bit<9> port;
}

parser TheParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                 inout standard_metadata_t standard_metadata) {
    state start {
        transition select(standard_metadata.ingress_port) {
            CPU_PORT: from_controller;
            default: operation;
        }
    }
    state from_controller {
        packet.extract(hdr.packet_out);
        transition operation;
    }
    state operation {
        packet.extract(hdr.operation);
        transition accept;
    }
}

control NoVerify(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control MyIngress(inout headers_t hdr, inout metadata_t meta,
                inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) hits;
    direct_meter<bit<2>>(MeterType.packets) own_rate;
    meter(4, MeterType.bytes) rates;

    action drop() {
        hits.count();
        mark_to_drop(standard_metadata);
    }
    action forward(bit<9> port) {
        hits.count();
        standard_metadata.egress_spec = port;
    }
    action forward_in_queue(bit<9> port, bit<3> queue) {
        hits.count();
        standard_metadata.egress_spec = port;
        standard_metadata.priority = queue;
    }
    action to_controller(bit<7> reason) {
        hits.count();
        standard_metadata.egress_spec = CPU_PORT;
        hdr.packet_in.setValid();
        hdr.packet_in.ingress_port = standard_metadata.ingress_port;
        hdr.packet_in.reason = reason;
    }
    action flood(bit<16> group) {
        hits.count();
        standard_metadata.mcast_grp = group;
    }
    action copy_of_ingress(bit<9> port, bit<32> session) {
        hits.count();
        standard_metadata.egress_spec = port;
        meta.label = 7;
        clone_preserving_field_list(CloneType.I2E, session, 2);
    }
    action again(bit<9> port) {
        hits.count();
        standard_metadata.egress_spec = port;
        if (meta.passes < 3) {
            meta.passes = meta.passes + 1;
            resubmit_preserving_field_list(1);
        }
        hdr.operation.passes = meta.passes;
    }
    action learn(bit<9> port) {
        hits.count();
        standard_metadata.egress_spec = port;
        digest<learned_t>(1, { hdr.operation.argument, standard_metadata.ingress_port });
    }
    action say(bit<9> port) {
        hits.count();
        standard_metadata.egress_spec = port;
        log_msg("argument {} on port {}", { hdr.operation.argument, standard_metadata.ingress_port });
    }
    action rated(bit<9> port, bit<32> index) {
        hits.count();
        standard_metadata.egress_spec = port;
        rates.execute_meter(index, meta.colour);
    }
    action must_be_even(bit<9> port) {
        hits.count();
        assert(hdr.operation.argument & 1 == 0);
        standard_metadata.egress_spec = port;
    }
    table operations {
        key = { hdr.operation.code : exact; }
        actions = {
            drop; forward; forward_in_queue; to_controller; flood; copy_of_ingress; again; learn; say;
            rated; must_be_even;
        }
        const default_action = drop();
        entries = { 0xf0 : forward(2); }
        counters = hits;
        support_timeout = true;
    }

    action own_forward(bit<9> port) {
        own_rate.read(meta.colour);
        standard_metadata.egress_spec = port;
    }
    action nothing() {
        own_rate.read(meta.colour);
    }
    table arguments {
        key = { hdr.operation.argument : exact; }
        actions = { own_forward; nothing; }
        default_action = nothing();
        meters = own_rate;
    }

    apply {
        if (hdr.packet_out.isValid()) {
            standard_metadata.egress_spec = hdr.packet_out.egress_port;
            hdr.packet_out.setInvalid();
        } else {
            operations.apply();
            arguments.apply();
            if (meta.colour == 2) {
                mark_to_drop(standard_metadata);
            }
        }
    }
}

control MyEgress(inout headers_t hdr, inout metadata_t meta,
               inout standard_metadata_t standard_metadata) {
    action copy_of_egress(bit<32> session) {
        if (standard_metadata.instance_type != 2) {
            clone(CloneType.E2E, session);
        }
    }
    action round_again() {
        if (hdr.operation.passes < 2) {
            hdr.operation.passes = hdr.operation.passes + 1;
            recirculate_preserving_field_list(0);
        }
    }
    action shorten(bit<32> bytes) {
        truncate(bytes);
    }
    action stop() {
        mark_to_drop(standard_metadata);
    }
    table last_words {
        key = { hdr.operation.code : exact; }
        actions = { copy_of_egress; round_again; shorten; stop; NoAction; }
        default_action = NoAction();
    }

    apply {
        last_words.apply();
        if (standard_metadata.instance_type == 1) {
            hdr.operation.passes = meta.label;
        }
        hdr.operation.instance = (bit<8>) standard_metadata.instance_type;
        hdr.operation.rid = (bit<8>) standard_metadata.egress_rid;
        hdr.operation.qid = (bit<8>) standard_metadata.priority;
    }
}

control NoUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control TheDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(TheParser(), NoVerify(), MyIngress(), MyEgress(), NoUpdate(), TheDeparser()) main;

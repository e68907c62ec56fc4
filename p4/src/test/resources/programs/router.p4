/* An IPv4 router with ECMP: what the speed of a pipeline is measured with. */
#include <core.p4>
#include <v1model.p4>

header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t {
    bit<4> version; bit<4> ihl; bit<8> tos; bit<16> len; bit<16> id; bit<3> flags; bit<13> frag;
    bit<8> ttl; bit<8> protocol; bit<16> checksum; bit<32> src; bit<32> dst;
}
header ports_t { bit<16> src; bit<16> dst; }
struct headers_t { ethernet_t ethernet; ipv4_t ipv4; ports_t ports; }
struct meta_t { }

parser p(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.type) { 0x0800: ipv4; default: accept; }
    }
    state ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.protocol) { 6: ports; 17: ports; default: accept; }
    }
    state ports { packet.extract(hdr.ports); transition accept; }
}
control verify_(inout headers_t hdr, inout meta_t meta) { apply { } }
control ingress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) {
    action_selector(HashAlgorithm.crc16, 32w64, 32w14) ecmp;
    direct_counter(CounterType.packets_and_bytes) routed;
    action to_port(bit<9> port, bit<48> mac) {
        routed.count();
        sm.egress_spec = port;
        hdr.ethernet.src = hdr.ethernet.dst;
        hdr.ethernet.dst = mac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
    }
    action discard() { mark_to_drop(sm); }
    table routes {
        key = {
            hdr.ipv4.dst: lpm;
            hdr.ipv4.src: selector; hdr.ipv4.dst: selector; hdr.ipv4.protocol: selector;
            hdr.ports.src: selector; hdr.ports.dst: selector;
        }
        actions = { to_port; discard; }
        implementation = ecmp;
        counters = routed;
        support_timeout = true;
        size = 16384;
    }
    apply {
        if (hdr.ipv4.isValid() && hdr.ipv4.ttl > 1) {
            if (!routes.apply().hit) { discard(); }
        } else {
            discard();
        }
    }
}
control egress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t sm) { apply { } }
control update(inout headers_t hdr, inout meta_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid(),
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.tos, hdr.ipv4.len, hdr.ipv4.id,
              hdr.ipv4.flags, hdr.ipv4.frag, hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src,
              hdr.ipv4.dst },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}
control deparser(packet_out packet, in headers_t hdr) {
    apply { packet.emit(hdr.ethernet); packet.emit(hdr.ipv4); packet.emit(hdr.ports); }
}
V1Switch(p(), verify_(), ingress(), egress(), update(), deparser()) main;

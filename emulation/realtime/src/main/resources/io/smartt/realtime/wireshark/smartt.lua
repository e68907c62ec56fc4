-- Ultra Ethernet transport over UDP port 4793 as SMaRTT's hosts send it, for Wireshark and tshark from 3.6 on.
-- Every byte is explained in docs/internals/wire.md. The numbers are those of io.smartt.host.wire: WiresharkDissectorTest compares
-- them, and has tshark read frames that the code writes. 'smartt wireshark install' puts this file where Wireshark finds it.

local UET_PORT = 4793

-- Values, by number. Names of the code's constants are in capital letters.
local PDS_TYPES = {
  [2] = "RUD_REQ",
  [3] = "ROD_REQ",
  [8] = "ACK_CC",
  [10] = "NACK",
  [11] = "CTRL",
  [13] = "RUD_CC_REQ",
  [14] = "ROD_CC_REQ",
}
local NEXT_HEADERS = {
  [0] = "NO_NEXT",
  [1] = "REQ_SMALL",
  [3] = "REQ_STANDARD",
  [4] = "RESPONSE",
  [14] = "SIGNALS_BACK",
  [15] = "SIGNALS",
}
local CONTROL_TYPES = {
  [0] = "NOOP",
  [1] = "ACK_REQUEST",
  [2] = "CLEAR",
  [4] = "CLOSE",
  [5] = "CLOSE_REQUEST",
  [6] = "PROBE",
  [7] = "CREDIT",
  [8] = "CREDIT_REQUEST",
}
local NACK_CODES = {
  [0x01] = "TRIMMED",
  [0x02] = "TRIMMED_LASTHOP",
  [0x03] = "TRIMMED_ACK",
  [0x04] = "NO_PDC_AVAILABLE",
  [0x07] = "NO_PACKET_BUFFER",
  [0x0d] = "ROD_OUT_OF_ORDER",
  [0x0e] = "INVALID_DESTINATION_PDC",
  [0x12] = "PACKET_NOT_RECEIVED",
  [0x1a] = "RECEIVER_INFERS_LOSS",
  [0xff] = "EXPERIMENTAL_FATAL",
}
local SES_OPCODES = { [1] = "WRITE" }
local RESPONSE_OPCODES = { [0] = "DEFAULT", [1] = "RESPONSE" }
local RETURN_CODES = { [0] = "NO_CODE", [1] = "SUCCESS" }
local CC_TYPES = { [0] = "NSCC" }

-- Lengths of headers, in bytes.
local REQUEST_BYTES = 12
local CREDITED_REQUEST_BYTES = 16
local ACK_BYTES = 32
local NACK_BYTES = 16
local CONTROL_BYTES = 16
local SES_BYTES = { [1] = 20, [3] = 44 }
local RESPONSE_BYTES = 12
local SIGNALS_BACK = 14
local SIGNALS = 15
-- Bytes of a unit of credit and of received bytes.
local UNIT_BYTES = 256

local uet = Proto("smartt", "Ultra Ethernet transport (SMaRTT)")

uet.prefs.trimmed_dscp = Pref.uint("DSCP of trimmed packets", 48, "as switches set it")
uet.prefs.last_hop_dscp = Pref.uint("DSCP of packets trimmed at the last hop", 56, "with queue.last-hop-trims")
uet.prefs.signals = Pref.string("Signals of switches", "", "as transport.signals has them: path.depth:32, hops[].qdepth:16")

local f = {}
local function field(key, value)
  f[key] = value
end

-- What a packet is, and what switches did to it.
field("kind", ProtoField.string("smartt.kind", "Kind"))
field("entropy", ProtoField.uint16("smartt.entropy", "Entropy value (source port)"))
field("ecn", ProtoField.string("smartt.ecn", "ECN verdict"))
field("trim", ProtoField.string("smartt.trim", "Trim verdict"))
field("done_by", ProtoField.string("smartt.switch", "Switch that did it"))
field("depth", ProtoField.uint64("smartt.queue_bytes", "Bytes of its queue then"))

-- Prologue of every packet delivery header.
field("type", ProtoField.uint16("smartt.pds.type", "Type", base.DEC, PDS_TYPES, 0xf800))
field("next", ProtoField.uint16("smartt.pds.next", "Next header", base.DEC, NEXT_HEADERS, 0x0780))
field("control_type", ProtoField.uint16("smartt.pds.control_type", "Control type", base.DEC, CONTROL_TYPES, 0x0780))
field("flags", ProtoField.uint16("smartt.pds.flags", "Flags", base.HEX, nil, 0x007f))
field("marked", ProtoField.bool("smartt.pds.flags.marked", "M: arrived marked CE", 16, nil, 0x0020))
field("retx", ProtoField.bool("smartt.pds.flags.retx", "RETX: sent before", 16, nil, 0x0010))
field("ar", ProtoField.bool("smartt.pds.flags.ar", "AR: acknowledge at once", 16, nil, 0x0008))
field("probe", ProtoField.bool("smartt.pds.flags.p", "P: answers no data packet", 16, nil, 0x0008))
field("syn", ProtoField.bool("smartt.pds.flags.syn", "SYN: the receiver may not know the connection", 16, nil, 0x0004))
field("source_pdc", ProtoField.uint16("smartt.pds.source_pdc", "Source connection (PDC) id"))
field("destination_pdc", ProtoField.uint16("smartt.pds.destination_pdc", "Destination connection (PDC) id"))
field("psn", ProtoField.uint32("smartt.pds.psn", "Packet sequence number (PSN)"))

-- Requests.
field("clear_offset", ProtoField.int16("smartt.pds.clear_psn_offset", "Clear PSN offset"))
field("clear_psn", ProtoField.uint32("smartt.pds.clear_psn", "Last PSN to be forgotten"))
field("syn_zero", ProtoField.uint16("smartt.pds.syn_zero", "Zero", base.DEC, nil, 0xf000))
field("psn_offset", ProtoField.uint16("smartt.pds.psn_offset", "Distance from the connection's first PSN", base.DEC, nil, 0x0fff))
field("first_psn", ProtoField.uint32("smartt.pds.first_psn", "First PSN of the connection"))
field("cc_context", ProtoField.uint8("smartt.pds.cc_context", "Congestion control context"))
field("credit_target", ProtoField.uint24("smartt.pds.credit_target", "Credit target (units of 256 B)"))

-- Acknowledgements.
field("ack_offset", ProtoField.int16("smartt.ack.psn_offset", "PSN answered, less the cumulative one"))
field("ack_psn", ProtoField.uint32("smartt.ack.psn", "PSN answered"))
field("cumulative", ProtoField.uint32("smartt.ack.cumulative_psn", "Cumulative PSN"))
field("cc_type", ProtoField.uint8("smartt.ack.cc_type", "CC type", base.DEC, CC_TYPES, 0xf0))
field("cc_flags", ProtoField.uint8("smartt.ack.cc_flags", "CC flags", base.HEX, nil, 0x0f))
field("mpr", ProtoField.uint8("smartt.ack.mpr", "Maximum PSN range"))
field("sack_offset", ProtoField.int16("smartt.ack.sack_offset", "Bitmap's lowest PSN, less the cumulative one"))
field("sack_psn", ProtoField.uint32("smartt.ack.sack_psn", "Bitmap's lowest PSN"))
field("sack", ProtoField.uint64("smartt.ack.sack_bitmap", "SACK bitmap", base.HEX))
field("sack_count", ProtoField.uint8("smartt.ack.sack_count", "Packets in the bitmap"))
field("service", ProtoField.uint16("smartt.ack.service_time", "Service time (128 ns)"))
field("restore", ProtoField.bool("smartt.ack.restore_cwnd", "Restore the window", 8, nil, 0x80))
field("penalty", ProtoField.uint8("smartt.ack.cwnd_penalty", "Window penalty (of 127)", base.DEC, nil, 0x7f))
field("received", ProtoField.uint24("smartt.ack.received", "Received (units of 256 B)"))
field("received_bytes", ProtoField.uint64("smartt.ack.received_bytes", "Received bytes, modulo 2^32"))
field("ooo", ProtoField.uint16("smartt.ack.out_of_order", "Packets received beyond the cumulative PSN"))

-- Negative acknowledgements.
field("nack_code", ProtoField.uint8("smartt.nack.code", "Code", base.HEX, NACK_CODES))
field("nack_vendor", ProtoField.uint8("smartt.nack.vendor_code", "Vendor code"))
field("nack_psn", ProtoField.uint32("smartt.nack.psn", "PSN refused"))
field("nack_payload", ProtoField.uint32("smartt.nack.payload", "Highest PSN received, plus 1"))

-- Control packets.
field("opaque", ProtoField.uint16("smartt.control.probe_opaque", "Probe opaque", base.HEX))
field("control_payload", ProtoField.uint32("smartt.control.payload", "Payload"))
field("credit_bytes", ProtoField.uint64("smartt.credit_bytes", "Credit in bytes, modulo 2^32"))

-- Semantic headers.
field("opcode", ProtoField.uint8("smartt.ses.opcode", "Opcode", base.DEC, SES_OPCODES, 0x3f))
field("op_zero", ProtoField.uint8("smartt.ses.zero", "Zero", base.DEC, nil, 0xc0))
field("version", ProtoField.uint8("smartt.ses.version", "Version", base.DEC, nil, 0xc0))
field("dc", ProtoField.bool("smartt.ses.dc", "DC: the message ends here", 8, nil, 0x20))
field("ie", ProtoField.bool("smartt.ses.ie", "IE: initiator error", 8, nil, 0x10))
field("rel", ProtoField.bool("smartt.ses.rel", "REL: relative addressing", 8, nil, 0x08))
field("hd", ProtoField.bool("smartt.ses.hd", "HD: header data", 8, nil, 0x04))
field("eom", ProtoField.bool("smartt.ses.eom", "EOM: end of message", 8, nil, 0x02))
field("som", ProtoField.bool("smartt.ses.som", "SOM: start of message", 8, nil, 0x01))
field("small_zero", ProtoField.uint16("smartt.ses.length_zero", "Zero", base.DEC, nil, 0xc000))
field("small_length", ProtoField.uint16("smartt.ses.packet_length", "Request length: this packet's payload", base.DEC, nil, 0x3fff))
field("generation", ProtoField.uint8("smartt.ses.index_generation", "Index generation"))
field("job", ProtoField.uint24("smartt.ses.job_id", "Job id"))
field("pid", ProtoField.uint16("smartt.ses.pid_on_fep", "PID on FEP", base.DEC, nil, 0x0fff))
field("resource", ProtoField.uint16("smartt.ses.resource_index", "Resource index", base.DEC, nil, 0x0fff))
field("buffer_offset", ProtoField.uint64("smartt.ses.buffer_offset", "Buffer offset", base.HEX))
field("message", ProtoField.uint32("smartt.ses.message_id", "Message id"))
field("offset", ProtoField.uint64("smartt.ses.message_offset", "Offset in the message"))
field("initiator", ProtoField.uint32("smartt.ses.initiator", "Initiator"))
field("key", ProtoField.uint64("smartt.ses.match_bits", "Memory key or match bits", base.HEX))
field("header_data", ProtoField.uint64("smartt.ses.header_data", "Header data", base.HEX))
field("payload_zero", ProtoField.uint32("smartt.ses.payload_zero", "Zero", base.DEC, nil, 0xffffc000))
field("payload_length", ProtoField.uint32("smartt.ses.payload_length", "Payload length", base.DEC, nil, 0x3fff))
field("message_length", ProtoField.uint32("smartt.ses.message_length", "Request length: the message's"))
field("payload", ProtoField.bytes("smartt.payload", "Payload"))
field("payload_bytes", ProtoField.uint32("smartt.payload_bytes", "Bytes of payload, as sent"))

-- Responses.
field("list", ProtoField.uint8("smartt.response.list", "List", base.DEC, nil, 0xc0))
field("signals_next", ProtoField.uint8("smartt.signals.next", "Next header", base.DEC, NEXT_HEADERS, 0xf0))
field("signals_length", ProtoField.uint8("smartt.signals.length", "Bytes of signals"))
field("signals_bytes", ProtoField.bytes("smartt.signals.bytes", "Signals"))
field("signals_field", ProtoField.string("smartt.signals.field", "Signal"))
field("response_opcode", ProtoField.uint8("smartt.response.opcode", "Opcode", base.DEC, RESPONSE_OPCODES, 0x3f))
field("response_version", ProtoField.uint8("smartt.response.version", "Version", base.DEC, nil, 0xc0))
field("return_code", ProtoField.uint8("smartt.response.return_code", "Return code", base.DEC, RETURN_CODES, 0x3f))
field("response_message", ProtoField.uint16("smartt.response.message_id", "Message id"))
field("response_generation", ProtoField.uint8("smartt.response.index_generation", "Index generation"))
field("response_job", ProtoField.uint24("smartt.response.job_id", "Job id"))
field("modified", ProtoField.uint32("smartt.response.modified_length", "Modified length: the message's"))

local fields = {}
for _, value in pairs(f) do
  fields[#fields + 1] = value
end
uet.fields = fields

local e = {
  length = ProtoExpert.new("smartt.bad_length", "Length", expert.group.MALFORMED, expert.severity.ERROR),
  short = ProtoExpert.new("smartt.short", "Header incomplete", expert.group.MALFORMED, expert.severity.ERROR),
  cut = ProtoExpert.new("smartt.cut", "Cut by the capture", expert.group.COMMENTS_GROUP, expert.severity.CHAT),
  unknown = ProtoExpert.new("smartt.unsupported", "Not sent by this transport", expert.group.UNDECODED, expert.severity.WARN),
  reserved = ProtoExpert.new("smartt.not_zero", "Reserved bits are set", expert.group.PROTOCOL, expert.severity.WARN),
  contradiction = ProtoExpert.new("smartt.inconsistent", "Fields contradict each other", expert.group.PROTOCOL, expert.severity.ERROR),
  trimmed = ProtoExpert.new("smartt.was_trimmed", "Trimmed by a switch", expert.group.SEQUENCE, expert.severity.NOTE),
  marked = ProtoExpert.new("smartt.was_marked", "Marked CE by a switch", expert.group.SEQUENCE, expert.severity.CHAT),
  refused = ProtoExpert.new("smartt.refused", "Refused by the receiver", expert.group.SEQUENCE, expert.severity.NOTE),
  again = ProtoExpert.new("smartt.again", "Sent again", expert.group.SEQUENCE, expert.severity.NOTE),
}
local experts = {}
for _, value in pairs(e) do
  experts[#experts + 1] = value
end
uet.experts = experts

local ip_dscp = Field.new("ip.dsfield.dscp")
local ip_ecn = Field.new("ip.dsfield.ecn")
local ip_len = Field.new("ip.len")
local ip_hdr_len = Field.new("ip.hdr_len")
local udp_length = Field.new("udp.length")
local frame_comment = Field.new("frame.comment")

-- The innermost of a field's values, as a number.
local function last(extractor, default)
  local values = { extractor() }
  if #values == 0 then
    return default
  end
  return tonumber(tostring(values[#values].value))
end

-- A sequence number and a distance, modulo 2^32.
local function plus(psn, distance)
  return (psn + distance) % 4294967296
end

local function generated(tree, key, value)
  return tree:add(f[key], value):set_generated()
end

-- One packet while it is dissected: where its bytes are, and what is known of it.
local Packet = {}
Packet.__index = Packet

-- Whether so many bytes are there; if not, why is said in the tree.
function Packet:has(at, bytes, what)
  if at + bytes <= self.buffer:captured_len() then
    return true
  end
  if self.trimmed or at + bytes <= self.buffer:reported_len() then
    if not self.said then
      self.said = true
      self.tree:add_proto_expert_info(
        e.cut,
        what .. " is not all there: " .. (self.trimmed and "the packet is trimmed" or "the capture has headers only"))
    end
  else
    self.tree:add_proto_expert_info(
      e.short,
      string.format("%s has %d bytes at %d, the packet ends at %d", what, bytes, at, self.buffer:reported_len()))
  end
  return false
end

function Packet:zero(item, value, what)
  if value ~= 0 then
    item:add_proto_expert_info(e.reserved, what .. " should be 0")
  end
end

-- Where a block of signals has ended, and the next header behind it; nil if it is not whole.
local function behind_signals(buffer, at)
  if buffer:captured_len() < at + 2 or buffer:captured_len() < at + 2 + buffer(at + 1, 1):uint() then
    return nil
  end
  return at + 2 + buffer(at + 1, 1):uint(), buffer(at, 1):bitfield(0, 4)
end

-- The fields that the preference names: those of every packet once, those of hops as long as there are bytes.
local function add_signals(tree, range)
  local fields = { {}, {} }
  for name, bits in uet.prefs.signals:gmatch("([^%s,:]+):(%d+)") do
    table.insert(fields[name:find("[]", 1, true) and 2 or 1], { name = name, bits = tonumber(bits) })
  end
  local bit, hop = 0, 0
  local function add(part, label)
    local total = 0
    for _, one in ipairs(part) do
      total = total + one.bits
    end
    if total == 0 or bit + total > 8 * range:len() then
      return false
    end
    for _, one in ipairs(part) do
      local first = math.floor(bit / 8)
      local bytes = range(first, math.floor((bit + one.bits - 1) / 8) - first + 1)
      if one.name ~= "_" then
        -- Numbers of Lua are exact up to 53 bits.
        local low = math.min(one.bits, 32)
        local high = one.bits > 32 and bytes:bitfield(bit % 8, one.bits - 32) or 0
        local value = UInt64.new(bytes:bitfield(bit % 8 + one.bits - low, low), high)
        tree:add(f.signals_field, bytes, one.name:gsub("%[%]", label) .. "=" .. tostring(value))
      end
      bit = bit + one.bits
    end
    return true
  end
  add(fields[1], "")
  while add(fields[2], "[" .. hop .. "]") do
    hop = hop + 1
  end
end

-- Steps over a block of signals, if the next header is one, and takes its next header on.
function Packet:signals(at, block)
  if self.next ~= block then
    return at
  end
  local behind, next = behind_signals(self.buffer, at)
  if not behind then
    self:has(at, 2, "the signals")
    return at
  end
  local range = self.buffer(at, behind - at)
  local tree = self.tree:add(uet, range, "Signals of switches")
  tree:add(f.signals_next, range(0, 1))
  tree:add(f.signals_length, range(1, 1))
  if range:len() > 2 then
    tree:add(f.signals_bytes, range(2))
    add_signals(tree, range(2))
  end
  self.next = next
  return behind
end

-- The prologue: type, next header or control type, flags with a meaning of their own by type.
function Packet:prologue(tree, known)
  local range = self.buffer(0, 2)
  tree:add(f.type, range)
  if self.type == 11 then
    local item = tree:add(f.control_type, range)
    if not CONTROL_TYPES[self.next] then
      item:add_proto_expert_info(e.unknown, "control type " .. self.next .. " is counted as unsupported")
    end
  else
    tree:add(f.next, range)
  end
  local flags = tree:add(f.flags, range)
  local rest = range:bitfield(9, 7)
  for _, flag in ipairs(known) do
    flags:add(f[flag[1]], range)
    if range:bitfield(flag[2], 1) == 1 then
      rest = rest - 2 ^ (15 - flag[2])
      self.info[#self.info + 1] = flag[3]
      self[flag[1]] = true
    end
  end
  if rest ~= 0 then
    flags:add_proto_expert_info(e.unknown, "flags that this type has not here")
  end
end

local M = { "marked", 10, "M" }
local RETX = { "retx", 11, "RETX" }
local AR = { "ar", 12, "AR" }
local P = { "probe", 12, "P" }
local SYN = { "syn", 13, "SYN" }

function Packet:ids(tree, at)
  tree:add(f.source_pdc, self.buffer(at, 2))
  tree:add(f.destination_pdc, self.buffer(at + 2, 2))
end

-- Credit and received bytes count in units of 256.
function Packet:units(tree, key, range, total)
  tree:add(f[key], range)
  generated(tree, total, UInt64(range:uint()) * UNIT_BYTES)
end

function Packet:request()
  local credited = self.type == 13 or self.type == 14
  local bytes = credited and CREDITED_REQUEST_BYTES or REQUEST_BYTES
  if not self:has(0, bytes, "the request header") then
    return
  end
  local buffer = self.buffer
  local psn = buffer(4, 4):uint()
  self.label = self.trimmed and "trimmed data" or "data"
  self.info[#self.info + 1] = "PSN " .. psn
  local tree = self.tree:add(uet, buffer(0, bytes), "Packet delivery: " .. (PDS_TYPES[self.type]) .. ", PSN " .. psn)
  self:prologue(tree, { RETX, AR, SYN })
  tree:add(f.clear_offset, buffer(2, 2))
  generated(tree, "clear_psn", plus(psn, buffer(2, 2):int()))
  tree:add(f.psn, buffer(4, 4))
  tree:add(f.source_pdc, buffer(8, 2))
  if self.syn then
    self:zero(tree:add(f.syn_zero, buffer(10, 2)), buffer(10, 2):bitfield(0, 4), "the upper four bits")
    tree:add(f.psn_offset, buffer(10, 2))
    generated(tree, "first_psn", plus(psn, -buffer(10, 2):bitfield(4, 12)))
  else
    tree:add(f.destination_pdc, buffer(10, 2))
  end
  if credited then
    tree:add(f.cc_context, buffer(12, 1))
    self:units(tree, "credit_target", buffer(13, 3), "credit_bytes")
  end
  if self.retx then
    tree:add_proto_expert_info(e.again)
  end
  bytes = self:signals(bytes, SIGNALS)
  if SES_BYTES[self.next] then
    self:semantics(bytes)
  else
    tree:add_proto_expert_info(e.unknown, "next header " .. self.next .. " behind a request")
  end
end

-- What both request headers begin with, 12 bytes.
function Packet:common(tree, at, standard)
  local buffer = self.buffer
  local op = tree:add(f.op_zero, buffer(at, 1))
  self:zero(op, buffer(at, 1):bitfield(0, 2), "the upper two bits")
  local opcode = tree:add(f.opcode, buffer(at, 1))
  if not SES_OPCODES[buffer(at, 1):bitfield(2, 6)] then
    opcode:add_proto_expert_info(e.unknown, "only writes are")
  end
  local flags = buffer(at + 1, 1)
  local version = tree:add(f.version, flags)
  if flags:bitfield(0, 2) ~= 0 then
    version:add_proto_expert_info(e.unknown, "only version 0 is")
  end
  for _, key in ipairs({ "dc", "ie", "rel", "hd", "eom", "som" }) do
    tree:add(f[key], flags)
  end
  if flags:bitfield(3, 3) ~= 0 then
    version:add_proto_expert_info(e.unknown, "IE, REL and HD are never set")
  end
end

function Packet:address(tree, at)
  local buffer = self.buffer
  tree:add(f.generation, buffer(at, 1))
  tree:add(f.job, buffer(at + 1, 3))
  tree:add(f.pid, buffer(at + 4, 2))
  tree:add(f.resource, buffer(at + 6, 2))
end

function Packet:semantics(at)
  local standard = self.next == 3
  local bytes = SES_BYTES[self.next]
  local rest = self.sent - at - bytes
  local name = standard and "Semantics: standard request" or "Semantics: small request"
  if not self.trimmed and rest < 0 then
    self.tree:add_proto_expert_info(
      e.length,
      string.format("the UDP length leaves %d bytes for a header of %d", math.max(0, self.sent - at), bytes))
    return
  end
  local there = math.min(bytes, math.max(0, self.buffer:captured_len() - at))
  if there == 0 then
    self:has(at, bytes, "the semantic header")
    return
  end
  local tree = self.tree:add(uet, self.buffer(at, there), name)
  self.ses = tree
  if standard then
    self:standard(tree, at, rest)
  else
    self:small(tree, at, rest)
  end
  self:data(at + bytes)
end

function Packet:small(tree, at, rest)
  local buffer = self.buffer
  if not self:has(at, 4, "the semantic header") then
    return
  end
  self:common(tree, at)
  local length = buffer(at + 2, 2):bitfield(2, 14)
  self:zero(tree:add(f.small_zero, buffer(at + 2, 2)), buffer(at + 2, 2):bitfield(0, 2), "the upper two bits")
  local item = tree:add(f.small_length, buffer(at + 2, 2))
  self.payload = length
  if not self.trimmed and length ~= rest then
    item:add_proto_expert_info(
      e.length,
      string.format("the header says %d bytes of payload, the UDP length says %d", length, rest))
  end
  if buffer(at + 1, 1):bitfield(6, 2) ~= 3 then
    tree:add_proto_expert_info(e.contradiction, "SOM and EOM are always set in the small header")
  end
  if not self:has(at, 12, "the semantic header") then
    return
  end
  self:address(tree, at + 4)
  if not self:has(at, 20, "the semantic header") then
    return
  end
  tree:add(f.buffer_offset, buffer(at + 12, 8))
  tree:add(f.message, buffer(at + 12, 3))
  local offset = buffer(at + 15, 1):uint() * 4294967296 + buffer(at + 16, 4):uint()
  tree:add(f.offset, buffer(at + 15, 5), UInt64.new(buffer(at + 16, 4):uint(), buffer(at + 15, 1):uint()))
  self:part(buffer(at + 12, 3):uint(), offset, length, buffer(at + 1, 1):bitfield(2, 1) == 1)
end

function Packet:standard(tree, at, rest)
  local buffer = self.buffer
  if not self:has(at, 12, "the semantic header") then
    return
  end
  self:common(tree, at)
  tree:add(f.message, buffer(at + 2, 2))
  self:address(tree, at + 4)
  local flags = buffer(at + 1, 1)
  local som, eom = flags:bitfield(7, 1) == 1, flags:bitfield(6, 1) == 1
  if not self:has(at, 44, "the semantic header") then
    return
  end
  tree:add(f.buffer_offset, buffer(at + 12, 8))
  tree:add(f.initiator, buffer(at + 20, 4))
  tree:add(f.key, buffer(at + 24, 8))
  local length, offset = rest, 0
  if som then
    tree:add(f.header_data, buffer(at + 32, 8))
  else
    self:zero(tree:add(f.payload_zero, buffer(at + 32, 4)), buffer(at + 32, 4):bitfield(0, 18), "the upper 18 bits")
    local item = tree:add(f.payload_length, buffer(at + 32, 4))
    length = buffer(at + 32, 4):bitfield(18, 14)
    if not self.trimmed and length ~= rest then
      item:add_proto_expert_info(
        e.length,
        string.format("the header says %d bytes of payload, the UDP length says %d", length, rest))
    end
    offset = buffer(at + 36, 4):uint()
    tree:add(f.offset, buffer(at + 36, 4), UInt64(offset))
  end
  self.payload = length
  local item = tree:add(f.message_length, buffer(at + 40, 4))
  local total = buffer(at + 40, 4):uint()
  if offset + length > total then
    item:add_proto_expert_info(
      e.length,
      string.format("bytes %d to %d of a message of %d", offset, offset + length, total))
  elseif not self.trimmed and eom ~= (offset + length == total) then
    item:add_proto_expert_info(e.contradiction, "EOM is set on the last packet of a message, and on no other")
  end
  if som ~= (offset == 0) then
    tree:add_proto_expert_info(e.contradiction, "SOM is set on the first packet of a message, and on no other")
  end
  self:part(buffer(at + 2, 2):uint(), offset, length, eom)
end

-- For the column of information: which part of which message.
function Packet:part(message, offset, length, is_last)
  self.info[#self.info + 1] =
    string.format("message %d, %.0f + %d%s", message, offset, length, is_last and ", last" or "")
end

function Packet:data(at)
  local there = self.buffer:captured_len() - at
  if there > 0 then
    self.tree:add(f.payload, self.buffer(at, there))
  end
  if self.payload then
    generated(self.tree, "payload_bytes", self.payload)
  end
end

function Packet:ack()
  self.label = "ACK"
  if not self:has(0, ACK_BYTES, "the acknowledgement") then
    return
  end
  local buffer = self.buffer
  local cumulative = buffer(4, 4):uint()
  local answered = plus(cumulative, buffer(2, 2):int())
  self.info[#self.info + 1] = string.format("PSN %.0f, all up to %d", answered, cumulative)
  local tree = self.tree:add(uet, buffer(0, ACK_BYTES), string.format("Packet delivery: ACK_CC of PSN %.0f", answered))
  self:prologue(tree, { M, RETX, P })
  tree:add(f.ack_offset, buffer(2, 2))
  generated(tree, "ack_psn", answered)
  tree:add(f.cumulative, buffer(4, 4))
  self:ids(tree, 8)
  tree:add(f.cc_type, buffer(12, 1))
  tree:add(f.cc_flags, buffer(12, 1))
  if buffer(12, 1):uint() ~= 0 then
    tree:add_proto_expert_info(e.unknown, "only CC type NSCC without flags is")
  end
  tree:add(f.mpr, buffer(13, 1))
  tree:add(f.sack_offset, buffer(14, 2))
  generated(tree, "sack_psn", plus(cumulative, buffer(14, 2):int()))
  tree:add(f.sack, buffer(16, 8))
  local count = 0
  for bit = 0, 63 do
    count = count + buffer(16 + math.floor(bit / 8), 1):bitfield(bit % 8, 1)
  end
  generated(tree, "sack_count", count)
  tree:add(f.service, buffer(24, 2))
  tree:add(f.restore, buffer(26, 1))
  tree:add(f.penalty, buffer(26, 1))
  self:units(tree, "received", buffer(27, 3), "received_bytes")
  tree:add(f.ooo, buffer(30, 2))
  local at = self:signals(ACK_BYTES, SIGNALS_BACK)
  local rest = self.sent - at
  if self.next == 4 then
    self:response(at, rest)
  elseif self.next ~= 0 then
    tree:add_proto_expert_info(e.unknown, "next header " .. self.next .. " behind an acknowledgement")
  elseif rest ~= 0 then
    tree:add_proto_expert_info(e.length, "the UDP length leaves " .. rest .. " bytes behind the acknowledgement")
  end
end

function Packet:response(at, rest)
  local buffer = self.buffer
  if rest ~= RESPONSE_BYTES then
    self.tree:add_proto_expert_info(
      e.length,
      string.format("the UDP length leaves %d bytes for a response of %d", rest, RESPONSE_BYTES))
  end
  if not self:has(at, RESPONSE_BYTES, "the response") then
    return
  end
  local tree = self.tree:add(uet, buffer(at, RESPONSE_BYTES), "Semantics: response")
  self:zero(tree:add(f.list, buffer(at, 1)), buffer(at, 1):bitfield(0, 2), "list")
  local opcode = tree:add(f.response_opcode, buffer(at, 1))
  tree:add(f.response_version, buffer(at + 1, 1))
  tree:add(f.return_code, buffer(at + 1, 1))
  if buffer(at, 1):uint() ~= buffer(at + 1, 1):uint() or buffer(at, 1):uint() > 1 then
    opcode:add_proto_expert_info(e.unknown, "only success and the default response are")
  end
  tree:add(f.response_message, buffer(at + 2, 2))
  tree:add(f.response_generation, buffer(at + 4, 1))
  tree:add(f.response_job, buffer(at + 5, 3))
  tree:add(f.modified, buffer(at + 8, 4))
  if buffer(at, 1):uint() == 1 then
    self.info[#self.info + 1] = "response: message " .. buffer(at + 2, 2):uint()
  end
end

-- Packets of one length have no other.
function Packet:exactly(bytes, what, tree)
  if self.sent ~= bytes then
    tree:add_proto_expert_info(e.length, string.format("%s has %d bytes, the UDP length says %d", what, bytes, self.sent))
  end
end

function Packet:nack()
  self.label = "NACK"
  if not self:has(0, NACK_BYTES, "the negative acknowledgement") then
    return
  end
  local buffer = self.buffer
  local code = buffer(2, 1):uint()
  local name = NACK_CODES[code] or string.format("code 0x%02x", code)
  local psn = buffer(4, 4):uint()
  self.info[#self.info + 1] = name .. ", PSN " .. psn
  self.refusal = name
  local tree = self.tree:add(uet, buffer(0, NACK_BYTES), "Packet delivery: NACK " .. name .. " of PSN " .. psn)
  self:prologue(tree, { M, RETX })
  local item = tree:add(f.nack_code, buffer(2, 1))
  if NACK_CODES[code] then
    item:add_proto_expert_info(e.refused, name)
  else
    item:add_proto_expert_info(e.unknown, "this code is counted as unsupported")
  end
  tree:add(f.nack_vendor, buffer(3, 1))
  tree:add(f.nack_psn, buffer(4, 4))
  self:ids(tree, 8)
  tree:add(f.nack_payload, buffer(12, 4))
  self:exactly(NACK_BYTES, "a NACK", tree)
end

function Packet:control()
  self.label = "control"
  if not self:has(0, CONTROL_BYTES, "the control packet") then
    return
  end
  local buffer = self.buffer
  local name = CONTROL_TYPES[self.next] or "type " .. self.next
  self.label = string.lower(string.gsub(name, "_", " "))
  self.info[#self.info + 1] = "PSN " .. buffer(4, 4):uint()
  local tree = self.tree:add(uet, buffer(0, CONTROL_BYTES), "Packet delivery: CTRL " .. name)
  self:prologue(tree, { RETX, AR, SYN })
  tree:add(f.opaque, buffer(2, 2))
  tree:add(f.psn, buffer(4, 4))
  tree:add(f.source_pdc, buffer(8, 2))
  if self.syn then
    self:zero(tree:add(f.syn_zero, buffer(10, 2)), buffer(10, 2):bitfield(0, 4), "the upper four bits")
    tree:add(f.psn_offset, buffer(10, 2))
  else
    tree:add(f.destination_pdc, buffer(10, 2))
  end
  tree:add(f.control_payload, buffer(12, 4))
  if self.next == 7 or self.next == 8 then
    generated(tree, "credit_bytes", UInt64(buffer(12, 4):uint()) * UNIT_BYTES)
  end
  self:exactly(CONTROL_BYTES, "a control packet", tree)
end

-- What switches did: from the IP header, and from the comment that the harness writes to its captures.
function Packet:verdicts()
  local ecn = ({ [0] = "not ECT", [1] = "ECT(1)", [2] = "ECT(0)", [3] = "CE" })[self.ecn] or ""
  if self.marked then
    ecn = "answers CE"
  end
  if ecn ~= "" then
    local item = generated(self.tree, "ecn", ecn)
    if self.ecn == 3 then
      item:add_proto_expert_info(e.marked, "a switch marked this packet CE")
    end
  end
  local trim = self.trimmed and self.trimmed or self.refusal and ("answers " .. self.refusal) or nil
  if trim then
    local item = generated(self.tree, "trim", trim)
    if self.trimmed then
      item:add_proto_expert_info(e.trimmed, "a switch trimmed this packet: " .. self.trimmed)
    end
  end
  for _, comment in ipairs({ frame_comment() }) do
    local node = string.match(tostring(comment.value), "^trimmed at (%S+)")
      or string.match(tostring(comment.value), "^ECN CE at (%S+)")
    local depth = string.match(tostring(comment.value), " depth=(%d+)B")
    if node then
      generated(self.tree, "done_by", node)
    end
    if depth then
      generated(self.tree, "depth", UInt64(tonumber(depth)))
    end
  end
end

-- What was too short to be trimmed has the DSCP and is whole: it says its own length.
local function is_whole(buffer, sent)
  local kind = buffer:captured_len() >= 2 and buffer(0, 2):bitfield(0, 5) or -1
  local at = ({ [2] = REQUEST_BYTES, [3] = REQUEST_BYTES, [13] = CREDITED_REQUEST_BYTES, [14] = CREDITED_REQUEST_BYTES })[kind]
  if not at then
    return buffer:reported_len() >= sent
  end
  local next = buffer(0, 2):bitfield(5, 4)
  if next == SIGNALS then
    local behind, inner = behind_signals(buffer, at)
    at, next = behind or at, inner or next
  end
  local rest = sent - at - (SES_BYTES[next] or 0)
  if not SES_BYTES[next] or rest <= 0 or buffer:captured_len() < sent then
    return false
  elseif next ~= 3 then
    return buffer(at + 2, 2):bitfield(2, 14) == rest
  elseif buffer(at + 1, 1):bitfield(7, 1) == 1 then
    return buffer(at + 1, 1):bitfield(6, 1) == 1 and buffer(at + 40, 4):uint() == rest
  end
  return buffer(at + 32, 4):bitfield(18, 14) == rest
end

-- By DSCP, or by a length below that of the IPv4 header, as receivers know it.
local function trim_of(buffer, dscp, sent)
  if buffer:reported_len() >= sent and is_whole(buffer, sent) then
    return nil
  elseif dscp == uet.prefs.last_hop_dscp then
    return "trimmed at the last hop"
  elseif dscp == uet.prefs.trimmed_dscp then
    return "trimmed"
  elseif buffer:reported_len() < sent then
    return "trimmed: shorter than its IP length"
  end
  return nil
end

local function dissect(buffer, pinfo, root)
  local packet = setmetatable({ buffer = buffer, info = {} }, Packet)
  pinfo.cols.protocol:set("SMaRTT")
  pinfo.cols.info:clear()
  packet.ecn = last(ip_ecn, -1)
  -- Bytes behind the UDP header as they were sent, by the IP header's length.
  packet.sent = last(udp_length, buffer:reported_len() + 8) - 8
  local by_ip = last(ip_len, packet.sent + 28) - last(ip_hdr_len, 20) - 8
  packet.tree = root:add(uet, buffer(0))
  packet.type = buffer:captured_len() >= 2 and buffer(0, 2):bitfield(0, 5) or -1
  packet.next = buffer:captured_len() >= 2 and buffer(0, 2):bitfield(5, 4) or -1
  packet.trimmed = trim_of(buffer, last(ip_dscp, -1), by_ip)
  packet.label = "type " .. packet.type
  generated(packet.tree, "entropy", pinfo.src_port)
  if not packet.trimmed and packet.sent > by_ip then
    packet.tree:add_proto_expert_info(
      e.length,
      string.format("UDP says %d bytes, the IPv4 header leaves %d", packet.sent, by_ip))
    packet.sent = by_ip
  end
  if packet.type == 2 or packet.type == 3 or packet.type == 13 or packet.type == 14 then
    packet:request()
  elseif packet.type == 8 then
    packet:ack()
  elseif packet.type == 10 then
    packet:nack()
  elseif packet.type == 11 then
    packet:control()
  elseif packet:has(0, 2, "the prologue") then
    packet.tree:add(f.type, buffer(0, 2))
    packet.tree:add_proto_expert_info(e.unknown, "type " .. packet.type .. " is counted as unsupported")
  end
  generated(packet.tree, "kind", packet.label)
  packet:verdicts()
  if packet.ecn == 3 then
    packet.info[#packet.info + 1] = "CE"
  end
  packet.tree:append_text(", " .. packet.label)
  pinfo.cols.info:set(packet.label .. ": " .. table.concat(packet.info, ", "))
  return buffer:captured_len()
end

function uet.dissector(buffer, pinfo, root)
  return dissect(buffer, pinfo, root)
end

DissectorTable.get("udp.port"):add(UET_PORT, uet)

-- The source port is an entropy value, any number: Wireshark would ask the protocol of that port first. So the heuristic below goes
-- first, for packets to port 4793 only.
uet:register_heuristic("udp", function(buffer, pinfo, root)
  if pinfo.dst_port ~= UET_PORT then
    return false
  end
  dissect(buffer, pinfo, root)
  return true
end)

local FIRST = "udp.try_heuristic_first"
local ip_protocols = DissectorTable.get("ip.proto")
local udp = ip_protocols:get_dissector(17)
local before = Proto("smartt_port", "UDP to the port of Ultra Ethernet")
function before.dissector(buffer, pinfo, root)
  local ours = buffer:captured_len() >= 4 and buffer(2, 2):uint() == UET_PORT
  if not ours or type(set_preference) ~= "function" then
    return udp:call(buffer, pinfo, root)
  end
  local was = get_preference(FIRST)
  set_preference(FIRST, true)
  local ok, read = pcall(udp.call, udp, buffer, pinfo, root)
  set_preference(FIRST, was)
  if not ok then
    error(read, 0)
  end
  return read
end
ip_protocols:add(17, before)

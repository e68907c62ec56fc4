package io.smartt.controller.forwarding;

/** A cable, full duplex; at least one end is a switch. */
public record FabricLink(Attachment a, Attachment b) {}

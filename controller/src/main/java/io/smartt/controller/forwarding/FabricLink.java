package io.smartt.controller.forwarding;

/** A cable, full duplex; at least one end is a switch. */
public record FabricLink(Endpoint a, Endpoint b) {}

package io.smartt.virtual;

import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.simulation.EventQueue;

/**
 * The beginning or end of a link.
 *
 * @param eventQueue in which the node there lives
 * @param packet that all links of the event queue put what just leaves or arrives in
 */
record LinkEnd(EventQueue eventQueue, Packet packet) {}

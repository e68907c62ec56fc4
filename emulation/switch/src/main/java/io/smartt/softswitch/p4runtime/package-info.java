/**
 * P4Runtime 1.5 server in front of switches: arbitration, pipeline configs, and the reading and
 * writing of every entity, with errors that name what they are about.
 */
@NullMarked
package io.smartt.softswitch.p4runtime;

import org.jspecify.annotations.NullMarked;

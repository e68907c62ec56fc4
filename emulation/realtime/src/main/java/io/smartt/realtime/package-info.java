/** Runs in real time, common to namespaces, containers and testbeds. */
@NullMarked
package io.smartt.realtime;

import org.jspecify.annotations.NullMarked;

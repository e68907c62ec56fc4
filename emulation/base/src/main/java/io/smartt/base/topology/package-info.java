/**
 * Networks: hosts, switches, links, their shortest paths, and the names and files they come from.
 */
@NullMarked
package io.smartt.base.topology;

import org.jspecify.annotations.NullMarked;

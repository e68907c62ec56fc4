/**
 * Networks of embedded switches in virtual time whose hosts are not transport endpoints: programs *
 * that send and expect packets of any kind.
 */
@NullMarked
package io.smartt.emulation.fabric.virtual.station;

import org.jspecify.annotations.NullMarked;

/**
 * The layout of a program: where its headers, fields, stacks and unions are in the one array of
 * longs that a packet's headers and metadata are kept in.
 */
@NullMarked
package io.smartt.p4.pipeline.layout;

import org.jspecify.annotations.NullMarked;

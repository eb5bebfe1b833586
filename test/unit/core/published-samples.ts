/**
 * A published sample message of the processor: positional texts without the checksum, because the passwords are not published.
 * Integers are as printed, with leading zeros.
 */
export interface PublishedSample {
  readonly title: string;
  readonly methodName: string;
  readonly args: readonly string[];
}

export function sample(title: string): PublishedSample {
  const found = PUBLISHED_SAMPLES.find((candidate) => candidate.title === title);
  if (found === undefined) throw new Error(`No sample is titled ${title}.`);
  return found;
}

export const PUBLISHED_SAMPLES: readonly PublishedSample[] = [
  {
    title: 'Balance',
    methodName: 'Balance',
    args: [
      '0029504320',
      '556789731480',
      'STARBUCKS              HANOI         VNM',
      '002157613861000015920041200000000000002604601103712127399089060041081234567804205123450490370405002300850025003MAG25110MasterCard252010253044562258010',
      '415099',
      '20200824T14:17:06',
    ],
  },
  {
    title: 'Deduct ATM',
    methodName: 'Deduct',
    args: [
      '0068766621',
      '43172792905',
      '1439',
      'CUR ESPERAMOS SUPERMAR CURACAO       CUW',
      '01',
      '002156270281000000210041200000000250002604601104903532085024225003EMV25110MasterCard2530451122540025500',
      '411152',
      '20200817T18:43:42',
    ],
  },
  {
    title: 'Deduct POS',
    methodName: 'Deduct',
    args: [
      '0068766621',
      '43172792905',
      '200',
      'KARINA FURNITURE       CURACAO       CUW',
      '00',
      '0021562702810000002100412000000000200026045712049038400850025003EMV25110MasterCard2530451122540025500',
      '401897',
      '20200817T17:58:57',
    ],
  },
  {
    title: 'Deduct (SimPOS capture)',
    methodName: 'Deduct',
    args: [
      '0061796788',
      'test.1234',
      '500',
      'POS DEDUCT REVERSAL    COMPANION     AR ',
      '00',
      '00215889739500000002004120000000005000100002604729903711725826140600410812345678042051234504800049038400500230052000850025003EMV25110MasterCard252010253048895254002550025801025903ARG26101027000',
      '449210',
      '20210530T19:09:49',
    ],
  },
  {
    title: 'DeductReversal (SimPOS)',
    methodName: 'DeductReversal',
    args: [
      '0061796788',
      'test.1234',
      '500',
      'POS DEDUCT REVERSAL    COMPANION     AR ',
      '',
      '449210',
      '20210530T19:09:49',
      '14827',
      '20210530T21:08:31',
    ],
  },
  {
    title: 'DeductReversal (doc)',
    methodName: 'DeductReversal',
    args: [
      '0034048207',
      '68263116',
      '559',
      'PAYPAL                 4029357733    SGP',
      '',
      '571156',
      '20200824T01:52:15',
      '2010206',
      '20200824T03:52:22',
    ],
  },
  {
    title: 'DeductAdjustment',
    methodName: 'DeductAdjustment',
    args: [
      '0035015992',
      '5a332769-264a-402c-851b-2d7a5ddb7bee',
      '350',
      '20200822T03:22:48/PAYPAL *ILUVOPTELTD    4029357733    SGP',
      '002157322203000958080041200000000471002604563104108000000010421513020254133201504903702052000850025003ADJ25110Adjustment25201025304944425400255002560201',
      '332698',
      '20200822T03:22:48',
      '29A493D3-A491-2E3D-30933F118D712031',
      '20200824T02:00:00',
    ],
  },
  {
    title: 'LoadAdjustment forex',
    methodName: 'LoadAdjustment',
    args: [
      '0067545417',
      'd4b9d9d7-8c21-42bc-9b11-88564aade690',
      '146',
      '20200823T06:13:45/IDIGIC                 INTERNET      NOR',
      '00215719318600032099004120000000001490260473110410004215000000000204294049038400850025003ADJ25110Adjustment25201025304735225400255002560201',
      '571894',
      '20200823T06:13:45',
      '2C77948C-F65A-8554-EC6BF66A619DF8F7',
      '20200824T03:18:55',
    ],
  },
  {
    title: 'LoadAdjustment refund',
    methodName: 'LoadAdjustment',
    args: [
      '0094363483',
      'aabcd006-ec60-4060-aa2b-6fcd93cffcca',
      '4591',
      '20200816T00:00:00/ALIPAY *Taobao com\\1 Matheson Street\\Hong Kong\\-         HKGHKG',
      '002152850196000106910041200000000459102604539903745200816000000-15414100234030009760894-0000028604108000000050421524588775       049033440850025003ADJ25110Adjustment25201025304452225400255002560204',
      '15414100234030009760894',
      '20200816T00:00:00',
      '9899308D-DB2D-E233-5F03240F4588DB02',
      '20200821T06:24:16',
    ],
  },
  {
    title: 'LoadAuth',
    methodName: 'LoadAuth',
    args: [
      '0014682067',
      'IMPLTest',
      '10000',
      'Tutuka Test            Pretoria      ZAF',
      '20',
      '002151375691000000230041200000001000002604601103712164514763140041000420512345048000490384008500250033DS25110MasterCard2520102530447792540025500',
      '192316',
      '20200709T06:45:40',
    ],
  },
  {
    title: 'LoadAuthReversal',
    methodName: 'LoadAuthReversal',
    args: [
      '0014682067',
      'IMPLTest',
      '10000',
      'Tutuka Test            Pretoria      ZAF',
      '',
      '192316',
      '20240313T11:20:00',
      '192325',
      '20240313T11:20:00',
    ],
  },
  {
    title: 'LoadReversal',
    methodName: 'LoadReversal',
    args: [
      '0089753250',
      '592193355535',
      '7900000',
      '20200821T02:42:00/Lazada\\Lazada, Ho Chi Minh, VN\\Ho Chi Minh\\          08 VNM',
      '',
      '2911DF1B-9F06-8EBA-F1E8EE0BDF673D4C',
      '20200824T01:44:00',
      '2010048',
      '20200824T01:44:07',
    ],
  },
  {
    title: 'Stop',
    methodName: 'Stop',
    args: [
      '0068766621',
      '43172792905',
      '2310XXXXXXXX5112',
      '4',
      '00215627028100000021',
      '412dc669-c7bb-4210-ae82-6e19bc57da9c',
      '20200817T14:02:39',
    ],
  },
  {
    title: 'ValidatePIN',
    methodName: 'ValidatePIN',
    args: ['0014682067', 'TEST123', 'D45201B9E3136796', '1262563963', '20200315T12:35:09'],
  },
  {
    title: 'BrazilianInstallmentSettled',
    methodName: 'BrazilianInstallmentSettled',
    args: [
      '0097852049',
      '5a332769-264a-402c-851b-2d7a5ddb7bee',
      '117363249782',
      '20220223T03:48:27',
      '03',
      '403',
      '000000015000',
      '03',
      '000000005000',
      '000000000000',
      '000000000000',
    ],
  },
  {
    title: 'MexicanInstallmentSettled',
    methodName: 'MexicanInstallmentSettled',
    args: [
      '0097852049',
      '5a332769-264a-402c-851b-2d7a5ddb7bee',
      '117363249782',
      '20230223T03:48:27',
      '05',
      '03',
      '02',
      '484',
    ],
  },
  {
    title: 'AdministrativeMessage digitization.complete',
    methodName: 'AdministrativeMessage',
    args: [
      '0054239023',
      'mdestesting',
      'digitization.complete',
      '254165308426600000116255031039100221911042311912165190XXXXXXXX953891348DAPLMC00002584413e8419ef209a4257a24cfc68ce45d378',
      '663851',
      '20201008T12:29:55',
    ],
  },
];
